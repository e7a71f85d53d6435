// Puts the playground together: core, scripts, examples, and the worker that keeps them for later.
//
//   node web/site.mjs CORE FOLDER      from the root of the tree: CORE has elastogap.js and elastogap.wasm
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const [core, folder] = process.argv.slice(2);

// The comment at the top of the file, or that of its class.
function titleOf(text) {
    const comment = text.match(/^(?:\/\/|#|\/\*)\s*(.+)/)?.[1] ?? text.match(/^(?:partial )?model \w+\s+"([^"]*)"/m)?.[1] ?? "";
    return comment.replace(/\s*\*\/$/, "").replace(/^\s+/, "").split(/(?<=[.:;]) /)[0].replace(/[.:;]$/, "");
}

// All models of the examples' own folder, and what of files they name.
function examples() {
    const all = {};
    for (const name of readdirSync("examples").filter((n) => /\.(mo|dyad|emx)$/.test(n)).sort()) {
        const text = readFileSync(join("examples", name), "utf8");
        const named = [...text.matchAll(/"([\w-]+\.(?:csv|txt))"/g)].map((m) => m[1]);
        const files = Object.fromEntries([...new Set(named)].map((n) => [n, readFileSync(join("examples", n), "utf8")]));
        all[name] = { title: titleOf(text), text, ...(named.length ? { files } : {}) };
    }
    return all;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const copied = [join(core, "elastogap.js"), join(core, "elastogap.wasm"), "web/index.html", "web/begin.js", "web/worker.js",
                ...readdirSync("web/bundle").map((n) => join("web/bundle", n))];
copied.forEach((path) => copyFileSync(path, join(folder, basename(path))));
writeFileSync(join(folder, "examples.json"), JSON.stringify(examples()));

const files = readdirSync(folder).sort(), hash = createHash("sha256");
const worker = readFileSync("web/sw.js", "utf8");
files.forEach((name) => hash.update(name).update(readFileSync(join(folder, name))));
const version = hash.update(worker).digest("hex").slice(0, 16);
writeFileSync(join(folder, "sw.js"), `const VERSION = "${version}";\nconst FILES = ${JSON.stringify(["./", ...files])};\n${worker}`);

// What servers may send in place of the files.
for (const name of readdirSync(folder).filter((n) => /\.(wasm|js|css|json)$/.test(n))) {
    const bytes = readFileSync(join(folder, name));
    const text = name.endsWith(".wasm") ? constants.BROTLI_MODE_GENERIC : constants.BROTLI_MODE_TEXT;
    const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_MODE]: text, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
    writeFileSync(join(folder, `${name}.br`), packed);
    if (name === "elastogap.wasm")
        console.log(`${name}: ${bytes.length} bytes, ${packed.length} by brotli, ${gzipSync(bytes, { level: 9 }).length} by gzip`);
}
