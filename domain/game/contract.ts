import * as z from 'zod/mini'
import { endpoint, type WireNames } from '../endpoint.ts'
import { decimalInput, decimalString, flag, id, symbol, timeMs } from '../fields.ts'
import { listOf } from '../list.ts'
import { roundProofFile } from '../proof/contract.ts'
import { boardPeriods, roundStates } from './words.ts'

/** The price game on the wire. Prices are decimal strings of the instrument; points are whole and no money. */

const tick = z.object({ sequence: z.number(), price: decimalString, atMs: timeMs })

export const roundView = z.object({
  /** The round's number. */
  id: z.string(),
  symbol,
  opensAtMs: timeMs,
  /** From then on no guess is taken or changed. */
  closesAtMs: timeMs,
  /** The last tick at or before this moment decides. */
  endsAtMs: timeMs,
  status: z.enum(roundStates),
  /** The tick that decided; null before, and of a round without one. */
  tick: z.nullable(tick),
  /** How many guesses were counted; null before. */
  guesses: z.nullable(z.number()),
  /** What the customer who asks guessed; points once they are counted. */
  own: z.nullable(z.object({ price: decimalString, placedAtMs: timeMs, points: z.nullable(z.number()) })),
})
export type RoundView = z.output<typeof roundView>

const gameOnWire: WireNames = { roundId: 'round_id' }

export const gameRound = endpoint({
  area: 'game',
  method: 'GET',
  path: '/game/round',
  access: 'user',
  summary: 'The round that takes guesses now, with the customer’s own, and the one before it',
  output: z.object({
    open: roundView,
    /** The one that takes guesses no more and has not ended, or is over; null where nobody guessed in it. */
    previous: z.nullable(roundView),
    /** The rule: most points, and how old the deciding tick may be. */
    maxPoints: z.number(),
    staleAfterMs: z.number(),
    rulesVersion: z.number(),
  }),
})

export const guessPrice = endpoint({
  area: 'game',
  method: 'POST',
  path: '/game/guess',
  access: 'user',
  rate: 'write',
  summary: 'Guess the price at the end of the round that is open, or change the guess until it closes',
  input: { roundId: id, price: decimalInput },
  wire: gameOnWire,
  output: roundView,
})

export const gameRounds = endpoint({
  area: 'game',
  method: 'GET',
  path: '/game/rounds',
  access: 'user',
  summary: 'Rounds that are closed, newest first, with what decided each and the customer’s own guess',
  ...listOf(roundView, {
    filters: {
      /** Only those in which the customer guessed. */
      isOwn: z.optional(flag),
    },
  }),
})

export const gameBoard = endpoint({
  area: 'game',
  method: 'GET',
  path: '/game/board',
  access: 'user',
  summary:
    'Who has the most points in this week or in all, by nickname where they have one and show it, and the customer’s own place',
  input: { period: z.prefault(z.enum(boardPeriods), 'week') },
  wire: { isListed: 'is_listed' },
  output: z.object({
    period: z.enum(boardPeriods),
    /** When the week begins and ends; null of all. */
    beginsAtMs: z.nullable(timeMs),
    endsAtMs: z.nullable(timeMs),
    items: z.array(
      z.object({
        place: z.number(),
        /** Null of who has none, does not show it, or whose was hidden. */
        nickname: z.nullable(z.string()),
        points: z.number(),
        rounds: z.number(),
        isOwn: z.boolean(),
      }),
    ),
    own: z.object({
      /** Null without points, and beyond `maxPlace`. */
      place: z.nullable(z.number()),
      points: z.number(),
      rounds: z.number(),
      nickname: z.nullable(z.string()),
      /** Whether the customer wants their nickname on the board, and whether the service took it off. */
      isListed: z.boolean(),
      isHidden: z.boolean(),
    }),
    maxPlace: z.number(),
  }),
})

export const listNickname = endpoint({
  area: 'game',
  method: 'POST',
  path: '/game/listing',
  access: 'user',
  rate: 'write',
  summary: 'Show the customer’s nickname on the board, or not',
  input: { isListed: flag },
  wire: { isListed: 'is_listed' },
  output: z.object({ isListed: z.boolean() }),
})

export const roundProof = endpoint({
  area: 'game',
  method: 'GET',
  path: '/game/proof',
  access: 'public',
  rate: 'chart',
  summary: 'All that is needed to compute again which tick decided a round',
  input: { id },
  outputWire: {},
  output: roundProofFile,
})

export const gameEndpoints = [gameRound, guessPrice, gameRounds, gameBoard, listNickname, roundProof] as const
