// The numbers of a run as C has packed them (src/report/data.h).
const CONSTANT = 0, BYTE = 1, SHORT = 2, SINGLE = 3;
const ARRAYS = [null, Uint8Array, Uint16Array, Float32Array, Float64Array];

function bytesOf(base64) {
    const text = atob(base64), out = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++)
        out[i] = text.charCodeAt(i);
    return out.buffer;
}

export class Run {
    constructor(meta, base64) {
        Object.assign(this, { label: meta.label, file: meta.file, rows: meta.rows, whole: meta.whole, meta });
        this.bytes = bytesOf(base64);
        this.time = this.part(Float64Array, meta.timePlace, meta.points);
        this.exact = this.part(Uint32Array, meta.exactPlace, meta.exactCount);
        this.kept = new Map();
        this.signals = meta.signals.map(([name, unit, doc, discrete, column, value]) =>
            ({ name, unit, doc, discrete: discrete === 1, column, value: Number(value) }));
        this.byName = new Map(this.signals.map((s) => [s.name, s]));
        const flat = this.part(Float64Array, meta.eventPlace, 3 * meta.events.length / 2);
        this.events = [];
        for (let i = 0; i < meta.events.length / 2; i++) {
            const [component, force] = meta.components[meta.events[2 * i]];
            this.events.push({ number: i, time: flat[3 * i], component, force, name: meta.kinds[meta.events[2 * i + 1]],
                               before: flat[3 * i + 1], behind: flat[3 * i + 2] });
        }
        if (this.signals.length && !meta.eventCount)
            this.findJumps();
    }

    part(Type, place, count) {
        return new Type(this.bytes.slice(place, place + count * Type.BYTES_PER_ELEMENT));
    }

    // Results of other programs name no events, but have two rows at one instant.
    findJumps() {
        for (let i = 1; i < this.time.length && this.events.length < 20000; i++)
            if (this.time[i] === this.time[i - 1] && this.time[i] !== this.time[i - 2])
                this.events.push({ number: this.events.length, time: this.time[i], component: "",
                                   name: "two rows at one instant", before: NaN, behind: NaN });
    }

    series(number) {
        if (this.kept.has(number))
            return this.kept.get(number);
        const [twin, sign, packing, offset, scale, place, exact] = this.meta.series[number];
        const count = this.time.length;
        let out;
        if (twin !== number)
            out = sign === 1 ? this.series(twin) : this.series(twin).map((v) => -v);
        else if (packing === CONSTANT)
            out = new Float64Array(count).fill(Number(offset));
        else {
            const packed = this.part(ARRAYS[packing], place, count);
            out = new Float64Array(count);
            for (let i = 0; i < count; i++) {
                const p = packed[i];
                out[i] = packing === SHORT && p > 65532 ? [-Infinity, Infinity, NaN][p - 65533]
                    : packing === BYTE ? p : Number(offset) + scale * p;
            }
            if (exact >= 0)
                this.part(Float64Array, exact, this.exact.length).forEach((v, k) => { out[this.exact[k]] = v; });
            if (packing === SINGLE && scale === 1 && Number(offset) === 0 && exact < 0)
                out.set(packed);
        }
        this.kept.set(number, out);
        return out;
    }

    values(name) {
        if (name === "time")
            return this.time;
        const s = this.byName.get(name);
        if (!s)
            return null;
        if (s.column < 0)
            return new Float64Array(this.time.length).fill(s.value);
        return this.series(s.column);
    }

    // The last point at or before a time; of several at one instant the last one.
    at(time) {
        let low = 0, high = this.time.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.time[middle] <= time)
                low = middle + 1;
            else
                high = middle;
        }
        return low - 1;
    }

    // A value between points; `right` is that behind an event.
    value(name, time) {
        const v = this.values(name), i = this.at(time);
        if (!v || v.length === 0)
            return NaN;
        if (i < 0)
            return v[0];
        if (i + 1 >= v.length || this.time[i] === time || this.byName.get(name)?.discrete)
            return v[i];
        const share = (time - this.time[i]) / (this.time[i + 1] - this.time[i]);
        return v[i] + share * (v[i + 1] - v[i]);
    }

    // [before, behind] where two points share the time, else [value].
    sides(name, time) {
        const v = this.values(name), i = this.at(time);
        if (v && i > 0 && this.time[i] === time && this.time[i - 1] === time) {
            let first = i - 1;
            while (first > 0 && this.time[first - 1] === time)
                first--;
            return v[first] === v[i] ? [v[i]] : [v[first], v[i]];
        }
        return [this.value(name, time)];
    }
}

// A number as the CSV has it: the shortest that reads back.
export function exactly(v) {
    return Number.isNaN(v) ? "nan" : v === Infinity ? "inf" : v === -Infinity ? "-inf" : String(v);
}

export function short(v) {
    return Number.isFinite(v) ? String(Number(v.toPrecision(6))) : exactly(v);
}
