// The sounds of the table, made here and loaded from nowhere. Each says what the eye sees as well.
// Nothing sounds before the person has touched the page, or where sounds are off.

const GAP_S = 0.16; // between sounds that are told at once
const AT_ONCE = 4; // what an update brings beyond these is not played
const FADE_S = 0.004; // a wave that begins or ends at once would click

/** A note: a wave of `hz` that begins at `at` seconds and dies away within `length`; `to` bends it. */
const note = (at, hz, length, gain, { to = hz, wave = "sine" } = {}) => ({ at, hz, to, length, gain, wave });

/** A rustle: noise around `hz`. */
const rustle = (at, hz, length, gain, { to = hz } = {}) => ({ at, hz, to, length, gain, wave: "noise" });

const tap = (at, gain = 0.5) => [rustle(at, 900, 0.07, gain), note(at, 130, 0.08, gain, { to: 70 })];

export const SOUNDS = {
  card: tap(0),
  capture: [...tap(0), ...tap(0.11, 0.4)],
  deal: [rustle(0, 2400, 0.05, 0.25), rustle(0.09, 2400, 0.05, 0.25), rustle(0.18, 2400, 0.05, 0.25)],
  sweep: [rustle(0, 700, 0.26, 0.5, { to: 3200 }), note(0.2, 659, 0.22, 0.3), note(0.34, 880, 0.4, 0.3)],
  declare: [note(0, 392, 0.6, 0.18), note(0.02, 494, 0.6, 0.18), note(0.04, 587, 0.6, 0.18)],
  token: [note(0, 1175, 0.09, 0.2, { wave: "triangle" }), note(0.07, 784, 0.16, 0.2, { wave: "triangle" })],
  star: [note(0, 110, 1.1, 0.4), note(0, 277, 0.7, 0.12)],
  turn: [note(0, 523, 0.5, 0.28, { wave: "triangle" })],
  tick: [note(0, 1400, 0.035, 0.16, { wave: "triangle" })],
  win: [note(0, 523, 0.25, 0.26), note(0.14, 659, 0.25, 0.26), note(0.28, 784, 0.7, 0.26)],
  loss: [note(0, 440, 0.3, 0.26), note(0.2, 349, 0.3, 0.26), note(0.4, 294, 0.7, 0.26)],
  drop: [note(0, 196, 0.3, 0.35), note(0.24, 131, 0.55, 0.35)],
};

/** A player of the sounds above. `settings` has `sounds` and `volume` (0 to 100). */
export function createSound(settings) {
  let context = null;
  let noise = null;

  /** To be called from within an act of the person. */
  function wake() {
    if (!settings.sounds || globalThis.AudioContext === undefined) return;
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
  }

  /** Play these one after the other. */
  function play(...names) {
    if (!settings.sounds || settings.volume === 0 || context?.state !== "running") return;
    const volume = context.createGain();
    volume.gain.value = (settings.volume / 100) ** 2; // the ear hears in proportions
    volume.connect(context.destination);
    names.slice(0, AT_ONCE).forEach((name, place) => {
      for (const part of SOUNDS[name]) sound(part, context.currentTime + place * GAP_S, volume);
    });
  }

  function sound(part, start, volume) {
    const begin = start + part.at;
    const end = begin + part.length;
    const { source, out } = part.wave === "noise" ? rustling(part, begin, end) : waving(part, begin, end);
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(part.gain, begin + FADE_S);
    gain.gain.exponentialRampToValueAtTime(0.0005, end);
    out.connect(gain);
    gain.connect(volume);
    source.start(begin);
    source.stop(end);
  }

  function waving(part, begin, end) {
    const source = context.createOscillator();
    source.type = part.wave;
    bend(source.frequency, part, begin, end);
    return { source, out: source };
  }

  function rustling(part, begin, end) {
    const source = context.createBufferSource();
    source.buffer = noise ??= whiteNoise(context);
    source.loop = true;
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    bend(filter.frequency, part, begin, end);
    source.connect(filter);
    return { source, out: filter };
  }

  return { play, wake };
}

function bend(frequency, part, begin, end) {
  frequency.setValueAtTime(part.hz, begin);
  frequency.exponentialRampToValueAtTime(part.to, end);
}

function whiteNoise(context) {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
  return buffer;
}

/** What a notice sounds like: names of sounds. */
export function soundsOf(notice, people) {
  switch (notice.kind) {
    case "dealt":
      return ["deal"];
    case "played":
      return [playedSound(notice)];
    case "awarded":
      return ["sweep"];
    case "trick":
    case "won":
      return ["capture"];
    case "declared":
      return ["declare"];
    case "collected":
      return [notice.penalty ? "token" : "card"];
    case "dark_deal":
      return ["token"];
    case "star_penalty":
      return ["star"];
    case "dropped":
    case "forfeited":
      return people.isMe(notice.seat) ? [] : ["drop"];
    case "finished":
      return [endSound(notice, people)];
    default:
      return [];
  }
}

function playedSound(notice) {
  if (notice.sweep) return "sweep";
  return notice.take?.length ? "capture" : "card";
}

function endSound({ winner, placements }, people) {
  if (winner === null && !placements) return "drop";
  const isFirst = winner === people.mySide || (winner === null && placements[people.mySide] === 1);
  return isFirst ? "win" : "loss";
}
