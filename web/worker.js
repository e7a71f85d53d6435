// The library in a thread of its own: one request after another, {id, call, ...} in, {id, answer} or {id, error} out.
// In between {share} says how far a run has come.
"use strict";
importScripts("elastogap.js");

const FOLDER = "/models";
let kept = 0; // the last run, of which CSV may be asked for
let core = null, written = [];

// The page gives the module if it has been compiled before.
function start(module) {
    const options = { tell: (share) => postMessage({ share }), print: () => {}, printErr: () => {} };
    if (module)
        options.instantiateWasm = (imports, done) => {
            WebAssembly.instantiate(module, imports).then((instance) => done(instance));
            return {};
        };
    else
        options.instantiateWasm = (imports, done) => {
            const compiled = WebAssembly.compileStreaming(fetch("elastogap.wasm"));
            compiled.then(async (m) => {
                postMessage({ module: m });
                done(await WebAssembly.instantiate(m, imports));
            }).catch((e) => postMessage({ broken: String(e.message ?? e) }));
            return {};
        };
    return elastogap(options).then((m) => { m.FS.mkdir(FOLDER); m.FS.chdir(FOLDER); return m; });
}

// Texts in, text out.
function text(pointer) {
    if (pointer === 0)
        throw new Error("memory is not enough for this");
    const t = core.UTF8ToString(pointer);
    core._free(pointer);
    return t;
}

function withTexts(texts, f) {
    const pointers = texts.map((t) => core.allocateUTF8(t));
    try {
        return f(...pointers);
    } finally {
        pointers.forEach((p) => core._free(p));
    }
}

function forget() {
    core._eg_web_run_free(kept);
    kept = 0;
}

const calls = {
    laws: () => JSON.parse(text(core._eg_web_laws())).laws,
    law: ({ wanted, law, numbers: p }) => JSON.parse(text(core._eg_web_law(wanted, law, p.c, p.d, p.e, p.n, p.mass, p.speed, p.load, p.transition))),
    // The files beside the text.
    files: ({ files }) => {
        written.forEach((name) => core.FS.unlink(name));
        written = Object.keys(files);
        written.forEach((name) => core.FS.writeFile(name, files[name]));
        return null;
    },
    check: ({ source, name }) => JSON.parse(withTexts([source, name], (s, n) => text(core._eg_web_check(s, n)))),
    run: ({ source, name, engine, stop, interval, tolerance }) => {
        forget();
        kept = withTexts([source, name, engine], (s, n, e) => core._eg_web_simulate(s, n, e, stop ?? NaN, interval ?? NaN, tolerance ?? NaN));
        if (kept === 0)
            throw new Error("memory is not enough for this");
        return JSON.parse(text(core._eg_web_run_report(kept)));
    },
    csv: () => kept === 0 ? "" : text(core._eg_web_run_csv(kept)),
    forget: () => { forget(); return null; },
};

let ready = null;

onmessage = async ({ data }) => {
    if (data.start) {
        ready = start(data.module).then((m) => { core = m; });
        return;
    }
    await ready;
    try {
        const begun = performance.now(), answer = calls[data.call](data);
        postMessage({ id: data.id, answer, took: performance.now() - begun, heap: core.HEAPU8.length });
    } catch (e) { // what traps leaves nothing that can be relied on: the page begins anew
        postMessage({ id: data.id, error: String(e.message ?? e), fatal: true });
    }
};
