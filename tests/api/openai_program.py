"""A program that uses the public `openai` client; it runs in an environment of its own, not in the tests'."""

import json
import sys

import openai

TOOL = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "Tell the weather.",
        "parameters": {
            "type": "object",
            "properties": {"city": {"type": "string"}},
            "required": ["city"],
        },
    },
}
ASK = {"role": "user", "content": "How is the weather in Izmir?"}


def main(url: str, key: str) -> dict:
    client = openai.OpenAI(base_url=url, api_key=key, max_retries=0)
    said = {
        "models": [model.id for model in client.models.list()],
        "one": client.models.retrieve("scripted").id,
    }
    first = client.chat.completions.create(model="scripted", messages=[ASK], tools=[TOOL])
    choice = first.choices[0]
    said["whole"] = {
        "text": choice.message.content,
        "calls": [[c.function.name, json.loads(c.function.arguments)] for c in choice.message.tool_calls],
        "finish": choice.finish_reason,
        "usage": [
            first.usage.prompt_tokens,
            first.usage.completion_tokens,
            first.usage.prompt_tokens_details.cached_tokens,
            first.usage.completion_tokens_details.reasoning_tokens,
        ],
    }
    result = {"role": "tool", "tool_call_id": choice.message.tool_calls[0].id, "content": "22 degrees, sunny"}
    said["streamed"] = stream(client, [ASK, choice.message, result])
    said["streamed_calls"] = streamed_calls(client)
    said["unknown"] = refused(client, model="nobody/nothing", messages=[ASK])
    said["bad_request"] = refused(client, model="scripted", messages=[ASK], temperature=9)
    try:
        openai.OpenAI(base_url=url, api_key="pr_wrong", max_retries=0).models.list()
    except openai.AuthenticationError as error:
        said["bad_key"] = error.status_code
    return said


def stream(client: openai.OpenAI, messages: list) -> dict:
    pieces, usage, finish = [], None, None
    with client.chat.completions.create(
        model="scripted",
        messages=messages,
        tools=[TOOL],
        stream=True,
        stream_options={"include_usage": True},
    ) as chunks:
        for chunk in chunks:
            if chunk.usage is not None:
                usage = [chunk.usage.prompt_tokens, chunk.usage.completion_tokens]
            for choice in chunk.choices:
                finish = choice.finish_reason or finish
                if choice.delta.content:
                    pieces.append(choice.delta.content)
    return {"text": "".join(pieces), "pieces": len(pieces), "usage": usage, "finish": finish}


def streamed_calls(client: openai.OpenAI) -> list:
    with client.chat.completions.stream(model="scripted", messages=[ASK], tools=[TOOL]) as events:
        for _ in events:
            pass
        final = events.get_final_completion()
    calls = final.choices[0].message.tool_calls
    return [[call.function.name, json.loads(call.function.arguments)] for call in calls]


def refused(client: openai.OpenAI, **request: object) -> list:
    try:
        client.chat.completions.create(**request)
    except openai.APIStatusError as error:
        return [error.status_code, error.code, error.param]
    return [200, None, None]


if __name__ == "__main__":
    print(json.dumps(main(*sys.argv[1:])))
