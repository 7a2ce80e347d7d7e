import type { Random } from './random.ts'

/**
 * Alters one thing in a proof, wherever it stands: a digit or a letter of a receipt, a checkpoint, a tick, a hash, a result,
 * the key or the product, a number by one; or leaves out one of its receipts, ticks, hashes or events.
 */
export function alterAnything<File extends object>(random: Random, file: File): File {
  const copy = structuredClone(file)
  const places = [...placesIn(copy)]
  // A kind of place is chosen first: most of a file are hashes.
  const kinds = [...Map.groupBy(places, ({ kind }) => kind).values()]
  const { within, key, kind } = random.one(random.one(kinds))
  if (kind === 'entry of') (within as unknown[]).splice(Number(key), 1)
  else (within as Record<string | number, unknown>)[key] = altered(random, (within as never)[key])
  return copy
}

/** Every other version, product and key that a proof may say in place of its own. */
export function alteredHeads<File extends object>(random: Random, file: File): File[] {
  const own = file as Readonly<Record<string, unknown>>
  const otherKey = Array.from({ length: 64 }, () => random.one([...DIGITS])).join('')
  const heads = { version: [0, 2, '1', null], product: PRODUCTS, publicKey: [otherKey, ''] }
  return Object.entries(heads).flatMap(([name, others]) =>
    [...others, ...(name in own ? [altered(random, own[name])] : [])]
      .filter((other) => other !== own[name])
      .map((other) => ({ ...file, [name]: other })),
  )
}

/** A proof of a stop names none. */
const PRODUCTS = ['spot', 'contract', 'option', 'copy', 'dual']

interface Place {
  readonly within: object
  readonly key: string | number
  readonly kind: string
}

function* placesIn(value: object, kind = ''): Generator<Place> {
  for (const [key, inner] of Object.entries(value)) {
    const name = Array.isArray(value) ? kind : `${kind}/${key}`
    if (Array.isArray(value)) yield { within: value, key, kind: 'entry of' }
    if (inner !== null && typeof inner === 'object') yield* placesIn(inner, name)
    else yield { within: value, key, kind: name }
  }
}

const DIGITS = '0123456789abcdef'

function altered(random: Random, value: unknown): unknown {
  if (typeof value === 'number') return value + (random.chance(2) ? 1 : -1)
  if (typeof value !== 'string') return value === null ? 1 : !value
  const places = [...value].flatMap((sign, at) => (/[0-9a-zA-Z]/.test(sign) ? [at] : []))
  const at = random.one(places)
  const others = [...DIGITS].filter((sign) => sign !== value[at])
  return value.slice(0, at) + random.one(others) + value.slice(at + 1)
}
