// The worker with the library, seen from the page: calls that answer later, and a way to stop them.
const MOST_HEAP = 256e6; // memory of WebAssembly never shrinks: beyond this a new worker makes the next run [bytes]

export class Core {
    constructor() {
        Object.assign(this, { module: null, waiting: new Map(), next: 1, heap: 0, tell: null, files: null, broken: null });
        this.begin();
    }

    begin() {
        const { early } = globalThis; // begin.js
        globalThis.early = null;
        this.worker = early?.worker ?? new Worker("worker.js");
        this.worker.onmessage = ({ data }) => this.hear(data);
        this.worker.onerror = (e) => this.hear({ broken: e.message ?? "the worker does not start" });
        if (early)
            early.said.forEach((data) => this.hear(data));
        else
            this.worker.postMessage({ start: true, module: this.module });
        this.heap = 0;
        if (this.files)
            this.call("files", { files: this.files }).catch(() => {}); // whoever runs a model hears of it
    }

    hear(data) {
        if (data.module)
            this.module = data.module;
        else if (data.share !== undefined)
            this.tell?.(data.share);
        else if (data.broken) {
            this.broken = new Error(`WebAssembly does not start here: ${data.broken}`);
            this.fail(this.broken);
        } else {
            const w = this.waiting.get(data.id);
            this.waiting.delete(data.id);
            this.heap = data.heap ?? this.heap;
            if (data.error) {
                w?.no(new Error(data.error));
                this.renew(new Error(data.error));
            } else
                w?.yes(data.answer);
        }
    }

    fail(error) {
        const all = [...this.waiting.values()];
        this.waiting.clear();
        all.forEach((w) => w.no(error));
    }

    renew(error) {
        this.worker.terminate();
        this.fail(error);
        this.begin();
    }

    call(call, data = {}) {
        if (this.broken)
            return Promise.reject(this.broken);
        if (call === "run" && this.heap > MOST_HEAP)
            this.renew(new Error("begun anew"));
        if (call === "files")
            this.files = data.files;
        const id = this.next++;
        return new Promise((yes, no) => {
            this.waiting.set(id, { yes, no });
            this.worker.postMessage({ ...data, id, call });
        });
    }

    // Whatever it does is given up.
    stop() {
        this.renew(new Error("stopped"));
    }
}
