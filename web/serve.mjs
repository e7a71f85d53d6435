// Serves the playground, or a site that has it in a folder, to this machine alone.
//
//   node web/serve.mjs FOLDER [PORT]      PORT 0: any that is free; it says which
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const [folder, port = "8017"] = process.argv.slice(2);
const HOST = "127.0.0.1";
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
                ".json": "application/json; charset=utf-8", ".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm",
                ".svg": "image/svg+xml", ".png": "image/png" };

// Names are looked up, never made of what is asked for: nothing outside the folder can be named.
const names = () => new Set(readdirSync(folder, { recursive: true }).filter((n) => TYPES[extname(n)] && statSync(join(folder, n)).isFile()));

function answer(request, response) {
    const path = request.url.split(/[?#]/)[0], name = path.slice(1) + (path.endsWith("/") ? "index.html" : "");
    const say = (status, text) => response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${text}\n`);
    if (![`${HOST}:${own()}`, `localhost:${own()}`].includes(request.headers.host)) // another name may lead here, too
        return say(403, "this server is for this machine alone");
    if (request.method !== "GET" && request.method !== "HEAD")
        return say(405, "there is nothing but pages to get");
    const known = names();
    if (!known.has(name))
        return say(404, "there is no such page");
    let packed = /\bbr\b/.test(request.headers["accept-encoding"] ?? "");
    let bytes;
    try {
        bytes = readFileSync(join(folder, packed ? `${name}.br` : name));
    } catch {
        packed = false;
        bytes = readFileSync(join(folder, name));
    }
    const tag = `"${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}"`;
    const headers = { "content-type": TYPES[extname(name)], "cache-control": "no-cache", etag: tag, vary: "accept-encoding",
                      "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };
    if (packed)
        headers["content-encoding"] = "br";
    if (request.headers["if-none-match"] === tag)
        return response.writeHead(304, headers).end();
    headers["content-length"] = bytes.length;
    response.writeHead(200, headers);
    return response.end(request.method === "HEAD" ? undefined : bytes);
}

const server = createServer(answer);
const own = () => server.address().port;
server.listen(Number(port), HOST, () => console.log(`http://${HOST}:${own()}/`));
server.on("error", (e) => {
    console.error(`serve: ${e.message}; name another port: make web-serve PORT=8018`);
    process.exit(1);
});
