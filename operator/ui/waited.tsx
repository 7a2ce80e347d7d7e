import { type LevelState, levelState } from '#domain/queue/rules.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { cx } from '#web/ui/cx.ts'
import { age } from '../format.ts'
import { t } from '../texts.ts'

const colors: Readonly<Record<LevelState, string>> = {
  within: 'text-t2',
  'due-soon': 'text-gold',
  late: 'text-danger',
}

/** How long something waits, in the color of how it stands to its service level; that it is late also in words. */
export function WaitedText({ waitedMs, levelMs }: { waitedMs: number; levelMs: number }) {
  const state = levelState(waitedMs, levelMs)
  return (
    <span className={cx('figures block whitespace-nowrap', colors[state])}>
      {age(Math.max(0, waitedMs))}
      {state === 'late' && <span className="sr-only">, {t('queue.late')}</span>}
    </span>
  )
}

/** A service level in whole hours, or days where it is some. @example levelText(14_400_000) // '4 h' */
export const levelText = (levelMs: number): string =>
  levelMs % DAY_MS === 0 ? `${levelMs / DAY_MS} d` : `${levelMs / HOUR_MS} h`
