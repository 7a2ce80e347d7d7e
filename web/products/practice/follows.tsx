import { useState } from 'react'
import { LOT_STEP } from '#domain/contract/terms.ts'
import type { SkipReason } from '#domain/copy/rules.ts'
import { DEFAULT_MAX_TOTAL, DEFAULT_SLIPPAGE } from '#domain/copy/terms.ts'
import { PRACTICE_CURRENCY } from '#domain/money/currencies.ts'
import type { PracticeFollowView } from '#domain/practice/contract.ts'
import { practiceFollows } from '#domain/practice/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { signedProfit } from '#web/features/money/decimals.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { amount } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { StopFollowing } from './stop-following.tsx'

/** Whom the customer follows with practice money, with what came of it after every fee. */
export function Follows() {
  const { t } = useTexts()
  const { data, refetch } = useApiQuery(practiceFollows, {}, { refetchMs: 15_000 })
  if (!data || data.items.length === 0) return null
  return (
    <section className="gutter pt-8">
      <h2 className="pb-1 text-15">{t('practice_pages.follows')}</h2>
      <ul>
        {data.items.map((follow) => (
          <Follow key={follow.id} follow={follow} onStopped={() => void refetch()} />
        ))}
      </ul>
    </section>
  )
}

function Follow({ follow, onStopped }: { follow: PracticeFollowView; onStopped(): void }) {
  const { t } = useTexts()
  const masked = useMasked()
  const [isStopping, setStopping] = useState(false)
  const { currency, unrealizedPnl, skipReason, endReason } = follow
  const name = followedName(follow, t)
  const signedAmount = (value: string) => masked(`${signedProfit(value)} ${currency}`)
  return (
    <li className="border-t border-line py-3">
      <p className="flex flex-wrap items-center gap-2 text-15">
        <span className="min-w-0 break-words">{name}</span>
        {endReason !== null && <Tag>{t(`copy_pages.ended_${endReason}`)}</Tag>}
      </p>
      <KeyValue
        lines={[
          {
            name: t('practice_pages.follow_amount'),
            value: <Amount value={follow.amount} currency={currency} />,
          },
          {
            name: t('practice_pages.follow_copies'),
            value: t('practice_pages.follow_counts', {
              ...{ copied: follow.copied, skipped: follow.skipped, open: follow.openCopies },
            }),
          },
          skipReason !== null && {
            name: t('practice_pages.follow_skipped'),
            value: skipText(skipReason, t),
          },
          {
            name: t('practice_pages.follow_result'),
            value: signedAmount(follow.realizedPnl),
            isStrong: true,
          },
          follow.openCopies > 0 && {
            name: t('practice_pages.follow_open'),
            value: unrealizedPnl === null ? '—' : signedAmount(unrealizedPnl),
          },
        ]}
      />
      <p className="pt-1 text-12 text-t3">
        {t('practice_pages.follow_share', {
          percent: amount(follow.sharePercent, 0),
          amount: masked(`${amount(follow.shareWithMoney)} ${currency}`),
        })}
      </p>
      {follow.status === 'active' && (
        <Button size="small" className="mt-2 w-full" onClick={() => setStopping(true)}>
          {t('copy_pages.stop')}
        </Button>
      )}
      {isStopping && (
        <StopFollowing follow={follow} name={name} onClose={() => setStopping(false)} onStopped={onStopped} />
      )}
    </li>
  )
}

const followedName = ({ nickname, leadId }: PracticeFollowView, t: Translate): string =>
  nickname ?? t('practice_pages.follow_lead', { number: leadId.slice(-4) })

/** Why the newest was not copied: as of real copies, but for what those who practise do not set. */
function skipText(reason: SkipReason, t: Translate): string {
  switch (reason) {
    case 'balance':
    case 'stale':
    case 'limit-equity':
      return t(`practice_pages.follow_skip_${reason}`)
    case 'slippage':
      return t('practice_pages.follow_skip_slippage', { percent: DEFAULT_SLIPPAGE })
    case 'limit-total':
      return t('practice_pages.follow_skip_limit-total', {
        ...{ amount: amount(DEFAULT_MAX_TOTAL, 0), currency: PRACTICE_CURRENCY },
      })
    case 'minimum':
      return t('copy_pages.skip_minimum', { lots: LOT_STEP })
    default:
      return t(`copy_pages.skip_${reason}`)
  }
}
