// Twelve feelings. Each is drawn in a circle of radius 20 around (0, 0), in lines.

const EYES = '<circle cx="-7" cy="-4" r="2.4" fill="currentColor"/><circle cx="7" cy="-4" r="2.4" fill="currentColor"/>'
const SHUT = '<path d="M-11-3q4-5 8 0M3-3q4-5 8 0"/>'
const WIDE =
  '<circle cx="-7" cy="-4" r="3.6"/><circle cx="7" cy="-4" r="3.6"/>' +
  '<circle cx="-7" cy="-4" r="1.3" fill="currentColor"/><circle cx="7" cy="-4" r="1.3" fill="currentColor"/>'
const SMILE = '<path d="M-9 5q9 9 18 0"/>'
const GRIN = '<path d="M-10 3h20q-2 11-10 11t-10-11z" fill="currentColor"/>'
const HEART = 'c-2-3-6-2-6 1 0 3 4 5 6 7 2-2 6-4 6-7 0-3-4-4-6-1z'

export const FACES: readonly string[] = [
  EYES + SMILE, // hello
  SHUT + GRIN, // hooray
  `<path d="M-7-6${HEART}M7-6${HEART}" fill="currentColor" stroke="none"/>` + SMILE, // love it
  WIDE + '<ellipse cy="8" rx="4" ry="5"/>', // oh
  EYES + '<path d="M-8 9q8-7 16 0"/>', // sad
  // laughing tears
  SHUT + SMILE + '<path d="M-15 2q-3 5 0 6 3-1 0-6zM15 2q3 5 0 6-3-1 0-6z" fill="currentColor" stroke="none"/>',
  // grr
  '<path d="M-11-7l7 3M11-7l-7 3"/><circle cx="-6" cy="-1" r="2" fill="currentColor"/>' +
    '<circle cx="6" cy="-1" r="2" fill="currentColor"/><path d="M-6 9h12"/>',
  '<circle cx="-7" cy="-4" r="2.4" fill="currentColor"/><path d="M3-3q4-5 8 0"/><path d="M-8 6q8 7 14-1"/>', // wink
  EYES + '<path d="M-6 8h12"/><path d="M-12-11q4-3 8-1M5-13q4-1 7 2"/>', // hmm
  '<path d="M-11-3h8M3-3h8"/><circle cy="8" r="3"/><path d="M12-14h6l-6 7h6"/>', // sleepy
  '<path d="M-12-5h9v3q-4 4-8 0zM3-5h9v3q-5 4-8 0zM-3-4h6" fill="currentColor"/>' + SMILE, // cool
  EYES + SMILE + '<path d="M7 12l4-8 3 1-1 5h6l-2 9h-8z" fill="var(--paper)"/>', // well done
]
