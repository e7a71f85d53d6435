// The numbers of a run as C has packed them (src/report/data.h).
const CONSTANT = 0, BYTE = 1, SHORT = 2, SINGLE = 3;
const ARRAYS = [null, Uint8Array, Uint16Array, Float32Array, Float64Array];

function bytesOf(base64) {
    const text = atob(base64), out = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++)
        out[i] = text.charCodeAt(i);
    return out.buffer;
}

// ---------------------------------------------------------------- coded series (src/report/coder.h)

const ADAPTS = 4, CHANCE_BITS = 11, MOST_RAW = 12;

// The other end of the range coder.
class Decoder {
    constructor(bytes, place) {
        Object.assign(this, { bytes, at: place + 1, range: 0xFFFFFFFF, code: 0 }); // the first byte is 0
        for (let i = 0; i < 4; i++)
            this.code = (this.code << 8 | bytes[this.at++]) >>> 0;
        this.chances = Array.from({ length: 17 }, () => new Uint16Array(128).fill(1 << (CHANCE_BITS - 1)));
    }

    renew() {
        while (this.range < 0x1000000) {
            this.range = (this.range << 8) >>> 0;
            this.code = (this.code << 8 | this.bytes[this.at++]) >>> 0;
        }
    }

    // A number of up to 7 bits by the tree of its context.
    length(context) {
        const chances = this.chances[context];
        let node = 1;
        while (node < 128) {
            const chance = chances[node], bound = (this.range >>> CHANCE_BITS) * chance;
            if (this.code < bound) {
                this.range = bound;
                chances[node] += ((1 << CHANCE_BITS) - chance) >> ADAPTS;
                node *= 2;
            } else {
                this.code -= bound;
                this.range -= bound;
                chances[node] -= chance >> ADAPTS;
                node = 2 * node + 1;
            }
            this.renew();
        }
        return node - 128;
    }

    raw(count) {
        this.range >>>= count;
        const bits = Math.min((1 << count) - 1, Math.floor(this.code / this.range));
        this.code -= bits * this.range;
        this.renew();
        return bits;
    }
}

// Numbers of 64 bits are two halves of 32; shorter ones are in the low one.
function decode(bytes, place, count, order, Type) {
    const decoder = new Decoder(bytes, place), width = 8 * Type.BYTES_PER_ELEMENT;
    const low = new Uint32Array(count), high = new Uint32Array(count);
    for (let i = 0, before = 0; i < count; i++) {
        const length = decoder.length(before >> 2);
        let l = length > 0 ? 1 : 0, h = 0;
        for (let left = length - 1; left > 0;) {
            const some = Math.min(left, MOST_RAW), bits = decoder.raw(some);
            h = (h << some | l >>> (32 - some)) >>> 0;
            l = (l << some | bits) >>> 0;
            left -= some;
        }
        const mask = -(l & 1); // of both signs the smallest came first
        low[i] = (l >>> 1 | h << 31) ^ mask;
        high[i] = h >>> 1 ^ mask;
        before = length;
    }
    for (let k = 0; k < order; k++)
        for (let i = 1; i < count; i++) {
            const sum = low[i] + low[i - 1];
            low[i] = sum;
            high[i] += high[i - 1] + (sum > 0xFFFFFFFF ? 1 : 0);
        }
    const out = new Type(count), pairs = width === 64 ? new Uint32Array(out.buffer) : null;
    const whole = Type === Float32Array ? new Uint32Array(out.buffer) : out;
    for (let i = 0; i < count; i++)
        if (pairs) {
            const sign = high[i] >> 31;
            pairs[2 * i] = low[i] ^ sign;
            pairs[2 * i + 1] = high[i] ^ (sign & 0x7FFFFFFF);
        } else
            whole[i] = whole === out ? low[i] : low[i] ^ (low[i] >> 31 & 0x7FFFFFFF);
    return out;
}

export class Run {
    constructor(meta, base64) {
        Object.assign(this, { label: meta.label, file: meta.file, rows: meta.rows, whole: meta.whole, meta });
        this.bytes = bytesOf(base64);
        this.time = this.numbers(Float64Array, meta.timePlace, meta.points, meta.timeOrder);
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

    // Numbers as they are, or coded as differences of some order.
    numbers(Type, place, count, order) {
        return order < 0 ? this.part(Type, place, count) : decode(new Uint8Array(this.bytes), place, count, order, Type);
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
        const meta = this.meta.series[number], count = this.time.length;
        let out;
        if (meta[0] !== number) {
            const [twin, factor, offset] = meta, base = this.series(twin);
            out = factor === 1 && offset === 0 ? base : base.map((v) => factor * v + offset);
        } else if (meta[1] === CONSTANT)
            out = new Float64Array(count).fill(Number(meta[2]));
        else {
            const [, packing, offset, scale, place, order, exact] = meta;
            const packed = this.numbers(ARRAYS[packing], place, count, order);
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
