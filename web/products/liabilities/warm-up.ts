import { ed25519 } from '@noble/curves/ed25519.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { HASH_BYTES, leafOf, rootBy, SUM_BYTES } from '#domain/liabilities/rules.ts'

/** A signature of nothing in particular: RFC 8032, section 7.1, test 1. */
const PUBLIC_KEY = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
const SIGNATURE =
  'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b'

/** A tree like those that are checked: of 100,000 customers, in eight currencies. */
const HEIGHT = 18
const CURRENCIES = 8

/**
 * Does once what a check does, so that the check of the customer's own proof, which follows, finds the tables of the curve
 * made and its code compiled. Meant for the time in which the proof is on its way. Returns: whether all of it was done.
 */
export function warmUp(): boolean {
  const isSigned = ed25519.verify(hexToBytes(SIGNATURE), new Uint8Array(), hexToBytes(PUBLIC_KEY))
  const nothing = Array<bigint>(CURRENCIES).fill(0n)
  const siblings = new Uint8Array(HEIGHT * (HASH_BYTES + CURRENCIES * SUM_BYTES))
  const root = rootBy(leafOf(new Uint8Array(HASH_BYTES), nothing), { index: 0, siblings }, HEIGHT)
  return isSigned && root.sums.length === CURRENCIES
}
