// Making elements: texts are texts, never markup.
export function make(tag, attributes = {}, ...children) {
    const e = document.createElement(tag);
    set(e, attributes);
    e.append(...children);
    return e;
}

export function draw(tag, attributes = {}, ...children) {
    const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
    set(e, attributes);
    e.append(...children);
    return e;
}

function set(e, attributes) {
    for (const [name, value] of Object.entries(attributes))
        if (name.startsWith("on"))
            e.addEventListener(name.slice(2), value);
        else if (value !== false && value != null)
            e.setAttribute(name, value === true ? "" : value);
}

export function section(title, ...children) {
    return make("section", {}, make("h2", {}, title), ...children);
}

export const COLORS = ["#2563c9", "#c2571a", "#2f8a57", "#8a4fb5", "#b83a5e", "#55803a", "#a07414", "#36808f"];
