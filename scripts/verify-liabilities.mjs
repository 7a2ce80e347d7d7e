import { pathToFileURL } from 'node:url'
import { fail, hex, main, need, openNote, rootBy, sha256 } from './verify.mjs'

/**
 * `node scripts/verify-liabilities.mjs plumb-balance-1.json [KEY]`: that a customer's balance is part of what the
 * platform said it owes all customers. KEY is as for `verify.mjs`.
 */

const MAX = 2n ** 63n - 1n
const SUM_BYTES = 8
const HASH_BYTES = 32

/** Checks the proof of a balance; returns what was checked, a sentence each. */
export function verify(file, knownKey = file.publicKey) {
  need(file.product === 'liabilities' && file.version === 1, 'this file is of another kind')
  need(file.publicKey === knownKey, `the file is of the key ${file.publicKey}, not of ${knownKey}`)
  const [size, logRoot] = openNote(file.checkpoint, 'plumb-liabilities', file.publicKey)
  const said = [`Log of snapshots: ${size}, root ${logRoot}`]

  const { number, time, height, root, currencies } = readStatement(file.statement)
  const stated = rootBy(Buffer.from(file.statement), number - 1, Number(size), file.proof)
  need(stated.toString('base64') === logRoot, 'the snapshot is not in the log')
  said.push(`Snapshot ${number} of ${time} is in the log`)

  need(file.leaves.length === 2, 'a customer has two parts')
  // Another length of the one makes room for another number: one leaf would stand for two customers.
  need(
    /^[0-9a-f]{64}$/.test(file.salt) && /^\d{1,19}$/.test(file.customer),
    'a salt or a number of another length',
  )
  const own = currencies.map(() => 0n)
  for (const [part, { index, amounts, siblings }] of file.leaves.entries()) {
    need(amounts.length === currencies.length, 'a part is of other currencies')
    const sums = amounts.map((amount) => (/^\d{1,19}$/.test(amount) ? BigInt(amount) : fail('an odd amount')))
    const commitment = sha256(
      ...[Buffer.from('plumb liability v1\n'), hex(file.salt), Buffer.from(`${file.customer} ${part}`)],
    )
    const leaf = { hash: sha256(Buffer.of(0), commitment, encode(sums)), sums }
    const top = climb(leaf, index, Buffer.from(siblings, 'base64'), height)
    need(top.hash.toString('hex') === root, 'the balance does not lead to the published root')
    for (const [n, { code, liabilities }] of currencies.entries()) {
      need(top.sums[n] === liabilities, `the total of ${code} is another one`)
      own[n] += sums[n]
    }
  }
  said.push(`Customer ${file.customer}: is this your number? Your balance then, of the published total:`)
  for (const [n, { code, decimals, liabilities, ledger, chains }] of currencies.entries()) {
    const there = chains.reduce((sum, chain) => sum + inUnits(chain, decimals), ledger)
    const [mine, all, reserves, rest] = [own[n], liabilities, there, ledger].map((units) =>
      decimal(units, decimals),
    )
    said.push(`  ${code} ${mine} of ${all}, reserves ${reserves}, of these by the ledger ${rest}`)
    for (const chain of chains) said.push(...chain.said.map((line) => `    ${line}`))
  }
  return said
}

const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`
const WHOLE = String.raw`(?:0|[1-9]\d*)`
/** What may stand in each line of a statement's head, in this order. */
const HEAD = {
  snapshot: '[1-9]\\d{0,14}',
  time: TIME,
  transfer: WHOLE,
  height: String.raw`(?:\d|[1-3]\d|40)`,
  root: '[0-9a-f]{64}',
}
const linePattern = (text) => new RegExp(`^${text}$`)
const LINES = {
  currency: linePattern(`([A-Z0-9]{1,10}) (${WHOLE}) (${WHOLE}) (${WHOLE}|-[1-9]\\d*)`),
  on: linePattern(
    `on ([A-Za-z]{1,20}) ([a-z]{1,20}) (${WHOLE}) ([A-Za-z0-9]{1,120}) block (${WHOLE}) ((?:0x)?[0-9a-f]{64}) (${TIME})`,
  ),
  unseen: linePattern(`unseen ([A-Za-z]{1,20}) ([a-z]{1,20}) last (never|${TIME})`),
  deposits: linePattern(`(deposits) (${WHOLE}) (${WHOLE})`),
  own: linePattern(`(paying|cold) ([A-Za-z0-9]{1,120}) (${WHOLE})`),
}

/** Reads a statement; refuses a line that is not written as the platform writes it, and one out of its place. */
export function readStatement(text) {
  const [origin, ...lines] = text.split('\n')
  need(lines.pop() === '', 'the statement has no end')
  need(['plumb liabilities v1', 'plumb liabilities v2'].includes(origin), 'the statement is of another kind')
  const isFirst = origin.endsWith('1')
  const [number, time, , height, root] = Object.entries(HEAD).map(
    ([name, pattern]) =>
      linePattern(`${name} (${pattern})`).exec(lines.shift() ?? '')?.[1] ?? fail(`no ${name}`),
  )
  need(isMoment(time), 'a time that is none')
  // Version 1 says of all reserves that the ledger counts them; version 2 says what was read of which chain.
  if (isFirst) need(lines.shift() === 'reserves ledger', 'reserves that are counted by something else')
  const currencies = []
  for (const line of lines) readLine(line, currencies, isFirst)
  need(new Set(currencies.map(({ code }) => code)).size === currencies.length, 'a currency twice')
  for (const { code, chains } of currencies)
    for (const { name, decimals, counted } of chains)
      need(
        decimals === undefined || counted[0] === 'deposits',
        `${name} of ${code} without its deposit addresses`,
      )
  return { ...{ number: Number(number), time, height: Number(height), root }, currencies }
}

const isMoment = (time) => !Number.isNaN(Date.parse(time)) && new Date(time).toISOString() === time

/** Adds what a line says to the currencies above it. */
function readLine(line, currencies, isFirst) {
  const parts = (name) => LINES[name].exec(line)?.slice(1)
  const currency = parts('currency')
  if (currency) {
    const [code, decimals, liabilities, ledger] = currency
    need(Number(decimals) < 100 && BigInt(liabilities) <= MAX, `${code} is out of range`)
    const one = { code, decimals: Number(decimals), liabilities: BigInt(liabilities), ledger: BigInt(ledger) }
    return void currencies.push({ ...one, chains: [] })
  }
  const { code, chains } = currencies.at(-1) ?? fail('a chain of no currency')
  need(!isFirst, 'a chain in a statement of version 1')
  const [on, unseen] = [parts('on'), parts('unseen')]
  const [name, network] = on ?? unseen ?? []
  if (name) {
    const isNew = chains.every((chain) => chain.name.toLowerCase() !== name.toLowerCase())
    need(isNew, `${name} twice of ${code}`)
  }
  if (unseen) {
    const [, , last] = unseen
    need(last === 'never' || isMoment(last), 'a time that is none')
    return void chains.push({ ...nothingOf(name), said: [`${name} ${network} was not read, last: ${last}`] })
  }
  if (on) {
    const [, , decimals, contract, block, hash, time] = on
    need(Number(decimals) < 100 && isMoment(time), `${name} is out of range`)
    const of = contract === 'coin' ? '' : ` contract ${contract}`
    const title = `on ${name} ${network}${of}, block ${block} ${hash}, read ${time}`
    return void chains.push({ ...nothingOf(name), decimals: Number(decimals), said: [title] })
  }
  const [kind, of, units] = parts('deposits') ?? parts('own') ?? fail(`what is ${line}?`)
  const chain = chains.at(-1) ?? fail('an address on no chain')
  // All deposit addresses are one sum, which comes first; any other one counts once.
  const counted = kind === 'deposits' ? kind : of.toLowerCase()
  need(chain.decimals !== undefined && !chain.counted.includes(counted), `${counted} twice`)
  chain.counted.push(counted)
  chain.found += BigInt(units)
  chain.said.push(`  ${kind} ${of} ${decimal(BigInt(units), chain.decimals)}`)
}

const nothingOf = (name) => ({ name, decimals: undefined, found: 0n, counted: [] })

/** What was found on a chain, in the ledger's units. Rounds down. */
function inUnits({ found, decimals }, ledgerDecimals) {
  if (decimals === undefined) return 0n
  return decimals <= ledgerDecimals
    ? found * 10n ** BigInt(ledgerDecimals - decimals)
    : found / 10n ** BigInt(decimals - ledgerDecimals)
}

/** Sums of eight bytes each; none below zero, none that wraps around. */
function encode(sums) {
  const bytes = Buffer.alloc(SUM_BYTES * sums.length)
  for (const [n, sum] of sums.entries()) {
    need(sum >= 0n && sum <= MAX, 'a sum is out of range')
    bytes.writeBigUInt64BE(sum, SUM_BYTES * n)
  }
  return bytes
}

/** The node that a leaf's siblings lead to: each node hashes both its children with both their sums. */
function climb(leaf, index, siblings, height) {
  const size = HASH_BYTES + SUM_BYTES * leaf.sums.length
  need(siblings.length === height * size, 'a path of another height')
  need(Number.isSafeInteger(index) && index >= 0 && index < 2 ** height, 'a place outside the tree')
  let node = leaf
  let at = index
  for (let level = 0; level < height; level++) {
    const bytes = siblings.subarray(level * size, (level + 1) * size)
    const sums = leaf.sums.map((_, n) => bytes.readBigUInt64BE(HASH_BYTES + SUM_BYTES * n))
    const sibling = { hash: bytes.subarray(0, HASH_BYTES), sums }
    const [left, right] = at % 2 === 1 ? [sibling, node] : [node, sibling]
    node = {
      hash: sha256(Buffer.of(1), left.hash, encode(left.sums), right.hash, encode(right.sums)),
      sums: left.sums.map((sum, n) => sum + right.sums[n]),
    }
    encode(node.sums)
    at = Math.floor(at / 2)
  }
  return node
}

function decimal(units, decimals) {
  if (units < 0n) return `-${decimal(-units, decimals)}`
  const digits = String(units).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main(verify)
