import { useEffect, useReducer, useState } from 'react'
import type { ContractDraft } from '#domain/contract/order.ts'
import type { Refused } from '#domain/errors.ts'
import {
  addMarginInReplay,
  cancelInReplay,
  closeAllInReplay,
  closeInReplay,
  type DayReplay,
  openInReplay,
  playMinute,
  type ReplayMinute,
} from '#domain/practice/day-replay.ts'
import { MINUTE_MS } from '#domain/time.ts'

/** How much faster than the day itself it is played. */
export const speeds = [1, 60, 300, 1_200] as const
export type Speed = (typeof speeds)[number]

interface Played {
  readonly replay: DayReplay
  /** How many minutes are over. */
  readonly count: number
  /** Its last minute is over, or it was ended before. */
  readonly isOver: boolean
  /** Why the newest order was not taken. */
  readonly refused: Refused | undefined
}

type Move =
  | { readonly kind: 'minute' }
  | { readonly kind: 'open'; readonly draft: ContractDraft }
  | { readonly kind: 'close' | 'cancel'; readonly id: number }
  | { readonly kind: 'margin'; readonly id: number; readonly amount: string }
  | { readonly kind: 'end' }

/** A day that is being played: what happened in it so far, and what moves it on. */
export function useReplay(begun: DayReplay, minutes: readonly ReplayMinute[]) {
  const [speed, setSpeed] = useState<Speed>(60)
  const [isPlaying, setPlaying] = useState(false)
  const [played, move] = useReducer(
    (before: Played, what: Move): Played => moved(before, what, minutes),
    // The first minute is there from the beginning: a price to look at, and to order at.
    { replay: playMinute(begun, minutes[0]!), count: 1, isOver: false, refused: undefined },
  )
  const isRunning = isPlaying && !played.isOver
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => move({ kind: 'minute' }), MINUTE_MS / speed)
    return () => clearInterval(timer)
  }, [isRunning, speed])
  return { ...played, isPlaying: isRunning, speed, move, setSpeed, setPlaying }
}

function moved(before: Played, what: Move, minutes: readonly ReplayMinute[]): Played {
  const { replay, count } = before
  switch (what.kind) {
    case 'minute': {
      const next = minutes[count]
      if (!next || before.isOver) return before
      const after = playMinute(replay, next)
      const isLast = count + 1 === minutes.length
      const ended = isLast ? closeAllInReplay(after) : after
      return { ...before, replay: ended, count: count + 1, isOver: isLast }
    }
    case 'open': {
      const done = openInReplay(replay, what.draft)
      return done.ok ? { ...before, replay: done.replay, refused: undefined } : { ...before, refused: done }
    }
    case 'close':
      return { ...before, replay: closeInReplay(replay, what.id) }
    case 'cancel':
      return { ...before, replay: cancelInReplay(replay, what.id) }
    case 'margin': {
      const done = addMarginInReplay(replay, what.id, what.amount)
      return done.ok ? { ...before, replay: done.replay } : before
    }
    case 'end':
      return { ...before, replay: closeAllInReplay(replay), isOver: true }
  }
}
