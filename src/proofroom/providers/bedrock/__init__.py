"""AWS Bedrock's Converse format and its signature. Knows no other format and opens no connection."""

from proofroom.providers.bedrock.adapter import Bedrock
from proofroom.providers.bedrock.sigv4 import sign

__all__ = ["Bedrock", "sign"]
