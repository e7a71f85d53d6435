// What the fragment of the address says: words and name=value, joined by &; texts are deflated, then base64url.
export function readFragment(hash) {
    const out = {};
    for (const part of hash.replace(/^#/, "").split("&").filter(Boolean)) {
        const at = part.indexOf("=");
        try {
            out[decodeURIComponent(at < 0 ? part : part.slice(0, at))] = at < 0 ? true : decodeURIComponent(part.slice(at + 1));
        } catch { // not what we wrote
            continue;
        }
    }
    return out;
}

export function writeFragment(values) {
    return `#${Object.entries(values).filter(([, v]) => v !== undefined && v !== false)
        .map(([name, v]) => v === true ? encodeURIComponent(name) : `${encodeURIComponent(name)}=${encodeURIComponent(v)}`).join("&")}`;
}

async function through(bytes, stream) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function pack(text) {
    const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
    let letters = "";
    for (const b of bytes)
        letters += String.fromCharCode(b);
    return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// null: it is no such text.
export async function unpack(packed) {
    try {
        const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
        const bytes = await through(Uint8Array.from(letters, (l) => l.charCodeAt(0)), new DecompressionStream("deflate-raw"));
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
        return null;
    }
}
