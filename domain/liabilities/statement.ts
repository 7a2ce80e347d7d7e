import { MAX_HEIGHT, MAX_SUM } from './rules.ts'
import { isSeen, type StatedChain, type StatedCurrency } from './stated.ts'
import { chainLines, readCurrencies } from './stated-lines.ts'

/**
 * What is published of a snapshot: a text that a person can read, and a leaf of the log of all of them.
 */
export interface LiabilitiesStatement {
  /** 1: reserves are the ledger's alone. 2: they are named by chain where one was read. */
  readonly version: StatementVersion
  /** From 1, without gaps: its place in the log, and one more. */
  readonly number: number
  readonly atMs: number
  /** The newest transfer of the ledger that it covers. */
  readonly transfer: bigint
  readonly height: number
  /** Hash of the tree's root, hex. */
  readonly root: string
  readonly currencies: readonly StatedCurrency[]
}

export type StatementVersion = 1 | 2

/** The text of a statement: one line for each thing it says. */
export const statementText = (said: LiabilitiesStatement): string =>
  [
    `plumb liabilities v${said.version}`,
    `snapshot ${said.number}`,
    `time ${new Date(said.atMs).toISOString()}`,
    `transfer ${said.transfer}`,
    `height ${said.height}`,
    `root ${said.root}`,
    ...(said.version === 1 ? ['reserves ledger'] : []),
    ...said.currencies.flatMap((currency) => [
      `${currency.code} ${currency.decimals} ${currency.liabilities} ${currency.ledger}`,
      ...currency.chains.flatMap(chainLines),
    ]),
    '',
  ].join('\n')

const HEAD =
  /^plumb liabilities v([12])\nsnapshot (\d{1,15})\ntime (\S+)\ntransfer (\d{1,19})\nheight (\d{1,2})\nroot ([0-9a-f]{64})\n/
const LEDGER = 'reserves ledger\n'

/** Reads a statement of any version; undefined of a text that statementText would not have written. */
export function readStatement(text: string): LiabilitiesStatement | undefined {
  const head = HEAD.exec(text)
  if (!head) return undefined
  const [all, version, number, time, transfer, height, root] = head as unknown as string[]
  const rest = text.slice(all!.length)
  const lines = (version === '1' ? rest.replace(LEDGER, '') : rest).split('\n').slice(0, -1)
  const said: LiabilitiesStatement = {
    ...{ version: version === '1' ? 1 : 2, number: Number(number), atMs: Date.parse(time!) },
    ...{ transfer: BigInt(transfer!), height: Number(height), root: root! },
    currencies: readCurrencies(lines),
  }
  // One statement has one text only: what was not read, or is of the other version, makes another one.
  return isRight(said) && statementText(said) === text ? said : undefined
}

/** Whether all of it can be. An address that is named twice would count twice. */
const isRight = ({ version, atMs, height, currencies }: LiabilitiesStatement): boolean =>
  !Number.isNaN(atMs) &&
  height <= MAX_HEIGHT &&
  areDistinct(currencies.map(({ code }) => code)) &&
  currencies.every(
    ({ liabilities, chains }) =>
      liabilities <= MAX_SUM &&
      (version === 2 || chains.length === 0) &&
      areDistinct(chains.map(({ chain }) => chain.toLowerCase())) &&
      chains.every(({ look }) => isRightLook(look)),
  )

const isRightLook = (look: StatedChain['look']): boolean =>
  isSeen(look)
    ? !Number.isNaN(look.atMs) && areDistinct(look.own.map(({ address }) => address.toLowerCase()))
    : !Number.isNaN(look.lastAtMs)

const areDistinct = (texts: readonly string[]): boolean => new Set(texts).size === texts.length
