import { MAX_HEIGHT, MAX_SUM } from './rules.ts'

/**
 * What is published of a snapshot: a text that a person can read, and a leaf of the log of all of them.
 */
export interface LiabilitiesStatement {
  /** From 1, without gaps: its place in the log, and one more. */
  readonly number: number
  readonly atMs: number
  /** The newest transfer of the ledger that it covers. */
  readonly transfer: bigint
  readonly height: number
  /** Hash of the tree's root, hex. */
  readonly root: string
  /** What reserves are counted by. */
  readonly reserves: ReservesSource
  readonly currencies: readonly StatedCurrency[]
}

/** `ledger`: payments from outside that the ledger recorded, less what was paid out. Compared with no chain. */
export const reservesSources = ['ledger'] as const
export type ReservesSource = (typeof reservesSources)[number]

/** In units. */
export interface StatedCurrency {
  readonly code: string
  readonly decimals: number
  /** What all customers are owed. */
  readonly liabilities: bigint
  /** Below zero where more was paid out than came in. */
  readonly reserves: bigint
}

const ORIGIN = 'plumb liabilities v1'

/** The text of a statement: one line for each thing it says. */
export const statementText = (said: LiabilitiesStatement): string =>
  [
    ORIGIN,
    `snapshot ${said.number}`,
    `time ${new Date(said.atMs).toISOString()}`,
    `transfer ${said.transfer}`,
    `height ${said.height}`,
    `root ${said.root}`,
    `reserves ${said.reserves}`,
    ...said.currencies.map(
      ({ code, decimals, liabilities, reserves }) => `${code} ${decimals} ${liabilities} ${reserves}`,
    ),
    '',
  ].join('\n')

const HEAD =
  /^plumb liabilities v1\nsnapshot (\d{1,15})\ntime (\S+)\ntransfer (\d{1,19})\nheight (\d{1,2})\nroot ([0-9a-f]{64})\nreserves (\w+)\n/
const CURRENCY = /^([A-Z0-9]{1,10}) (\d{1,2}) (\d{1,19}) (-?\d{1,19})$/

/** Reads a statement; undefined of a text that statementText would not have written. */
export function readStatement(text: string): LiabilitiesStatement | undefined {
  const head = HEAD.exec(text)
  if (!head) return undefined
  const [all, number, time, transfer, height, root, reserves] = head as unknown as string[]
  const lines = text.slice(all!.length).split('\n').slice(0, -1)
  const currencies = lines.flatMap((line): StatedCurrency[] => {
    const [, code, decimals, liabilities, own] = CURRENCY.exec(line) ?? []
    if (code === undefined) return []
    return [
      {
        ...{ code, decimals: Number(decimals) },
        ...{ liabilities: BigInt(liabilities!), reserves: BigInt(own!) },
      },
    ]
  })
  const atMs = Date.parse(time!)
  const source = reservesSources.find((each) => each === reserves)
  if (Number.isNaN(atMs) || source === undefined) return undefined
  const said: LiabilitiesStatement = {
    ...{ number: Number(number), atMs, transfer: BigInt(transfer!), height: Number(height), root: root! },
    ...{ reserves: source, currencies },
  }
  const codes = new Set(currencies.map(({ code }) => code))
  const isRight =
    said.height <= MAX_HEIGHT &&
    codes.size === currencies.length &&
    currencies.every(({ liabilities }) => liabilities <= MAX_SUM)
  // One statement has one text only.
  return isRight && statementText(said) === text ? said : undefined
}
