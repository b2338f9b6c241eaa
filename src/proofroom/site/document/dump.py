"""The site document as JSON, under its wire names."""

from proofroom.site.document.types import (
    Breakpoint,
    Component,
    Condition,
    Json,
    Node,
    Page,
    Site,
    SiteFile,
    StyleRule,
)


def dump_node(node: Node) -> Json:
    """Return a node; what is empty and optional is left out."""
    return {
        "id": node.id,
        "moduleId": node.module_id,
        "props": node.props,
        "breakpointOverrides": node.breakpoint_overrides,
        "children": node.children,
        "classIds": node.class_ids,
        "parentId": node.parent_id,
    } | _present(
        label=node.label,
        locked=node.locked,
        hidden=node.hidden,
        inlineStyles=node.inline_styles,
        propBindings=node.prop_bindings,
        dynamicBindings=node.dynamic_bindings,
    )


def dump_page(page: Page, *, with_nodes: bool = True) -> Json:
    """Return a page or template."""
    return (
        {"id": page.id, "title": page.title, "slug": page.slug, "rootNodeId": page.root_id}
        | ({"nodes": {key: dump_node(node) for key, node in page.nodes.items()}} if with_nodes else {})
        | _present(template=page.template)
        | page.extra
    )


def dump_component(component: Component, *, with_nodes: bool = True) -> Json:
    """Return a component."""
    tree: Json = {"rootNodeId": component.root_id}
    if with_nodes:
        tree["nodes"] = {key: dump_node(node) for key, node in component.nodes.items()}
    return {
        "id": component.id,
        "name": component.name,
        "tree": tree,
        "params": component.params,
        "classIds": component.class_ids,
        "createdAt": component.created_at,
    }


def dump_rule(rule: StyleRule) -> Json:
    """Return a style rule."""
    return (
        {
            "id": rule.id,
            "name": rule.name,
            "kind": rule.kind,
            "selector": rule.selector,
            "order": rule.order,
            "styles": rule.styles,
            "contextStyles": rule.context_styles,
        }
        | _present(
            stylePriorities=rule.priorities,
            contextStylePriorities=rule.context_priorities,
            rawCss=rule.raw_css,
            scope=rule.scope,
            generated=rule.generated,
            description=rule.description,
            tags=rule.tags,
        )
        | {"createdAt": rule.created_at, "updatedAt": rule.updated_at}
    )


def dump_breakpoint(one: Breakpoint) -> Json:
    """Return a breakpoint."""
    shown = {
        "id": one.id,
        "label": one.label,
        "width": one.width,
        "mediaQuery": one.query,
        "icon": one.icon,
    }
    return shown if one.preview_frame is None else shown | {"previewFrame": one.preview_frame}


def dump_condition(one: Condition) -> Json:
    """Return a condition."""
    condition = {"kind": one.kind, "query": one.query}
    if one.name is not None:
        condition["name"] = one.name
    return {"id": one.id, "label": one.label, "condition": condition}


def dump_file(file: SiteFile, *, with_content: bool = True) -> Json:
    """Return a file of the site."""
    return (
        {"id": file.id, "path": file.path, "type": file.type}
        | ({"content": file.content} if with_content and file.content is not None else {})
        | _present(blob=file.blob, generated=file.generated, ejected=file.ejected)
        | {"createdAt": file.created_at, "updatedAt": file.updated_at}
    )


def dump_shell(site: Site) -> Json:
    """Return everything but pages, components, layouts, rules and files."""
    return (
        {"id": site.id, "name": site.name, "breakpoints": [dump_breakpoint(one) for one in site.breakpoints]}
        | ({"conditions": [dump_condition(one) for one in site.conditions]} if site.conditions else {})
        | {
            "settings": site.settings,
            "explorer": site.explorer,
            "packageJson": site.package_json,
            "runtime": site.runtime,
            "createdAt": site.created_at,
            "updatedAt": site.updated_at,
        }
    )


def dump_site(site: Site) -> Json:
    """Return the whole document."""
    return dump_shell(site) | {
        "styleRules": {key: dump_rule(rule) for key, rule in site.rules.items()},
        "files": [dump_file(file) for file in site.files],
        "pages": [dump_page(page) for page in site.pages],
        "visualComponents": [dump_component(one) for one in site.components],
        "layouts": site.layouts,
        "collections": site.collections,
    }


def _present(**members: object) -> Json:
    return {key: value for key, value in members.items() if value}
