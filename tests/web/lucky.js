// Before the scripts of a worker: its luck has a name. `LUCK` is a number that stands before this.
LUCK += Number(self.name) * 0x9e3779b9 // in each life another
crypto.getRandomValues = (bytes) => { // subject: in place of it
    for (let at = 0; at < bytes.length; at++) {
        LUCK = (LUCK + 0x6d2b79f5) | 0 // mulberry32
        let mixed = Math.imul(LUCK ^ (LUCK >>> 15), LUCK | 1)
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
        bytes[at] = (mixed ^ (mixed >>> 14)) & 255
    }
    return bytes
}
