import { useTexts } from '#web/texts/texts.ts'
import { cx } from './cx.ts'

/** Where prices come from; anything but live is said on every screen that shows one. */
export type PriceSource = 'simulated' | 'recorded' | 'live'

/** Says that prices are simulated or recorded; for live prices there is nothing to say. Short below 360 px. */
export function SourceBadge({
  source,
  isShort = false,
}: {
  source: PriceSource | undefined
  isShort?: boolean
}) {
  const { t } = useTexts()
  if (source === undefined || source === 'live') return null
  const full = t(`common.source_${source}`)
  return (
    <span
      title={full}
      className="flex min-h-[22px] shrink-0 items-center gap-2 rounded-4 border border-line2 px-2 text-11 whitespace-nowrap text-t2"
    >
      <span aria-hidden className="size-1.5 rounded-full border-[1.5px] border-current" />
      {!isShort && <span className="hidden xs:inline">{full}</span>}
      <span className={isShort ? '' : 'xs:hidden'}>{t(`common.source_${source}_short`)}</span>
    </span>
  )
}

/** The word DEMO, beside the name, wherever balances are virtual. */
export function DemoBadge() {
  const { t } = useTexts()
  return (
    <span className="shrink-0 rounded-4 bg-demo px-1.5 py-0.5 text-11 font-semibold whitespace-nowrap text-bg">
      {t('common.demo')}
    </span>
  )
}

const tints = {
  buy: 'bg-up-tint text-up-text',
  sell: 'bg-down-tint text-down-text',
  good: 'bg-good-tint text-good',
  bad: 'bg-danger-tint text-danger',
  plain: 'bg-s2 text-t2',
  gold: 'bg-s2 text-gold',
}

/** A small word on a tint: a side, which follows the colors of rise and fall, or a status, which does not. */
export function Tag({ kind = 'plain', children }: { kind?: keyof typeof tints; children: string }) {
  return (
    <span className={cx('inline-block rounded-4 px-1.5 py-0.5 text-11 font-semibold', tints[kind])}>
      {children}
    </span>
  )
}
