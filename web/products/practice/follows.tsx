import { useState } from 'react'
import { LOT_STEP } from '#domain/contract/terms.ts'
import type { SkipReason } from '#domain/copy/rules.ts'
import type { PracticeFollowView } from '#domain/practice/contract.ts'
import { practiceFollowSettings, practiceFollows } from '#domain/practice/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { equityPercent } from '#web/features/copy/copy-form.ts'
import { useCopyTerms } from '#web/features/copy/use-copy-terms.ts'
import { signedProfit } from '#web/features/money/decimals.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { amount } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { FollowLimits } from './follow-limits.tsx'
import { OpenCopies, StopFollowing } from './stop-following.tsx'

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
          <Follow key={follow.id} follow={follow} onChanged={() => void refetch()} />
        ))}
      </ul>
    </section>
  )
}

function Follow({ follow, onChanged }: { follow: PracticeFollowView; onChanged(): void }) {
  const { t } = useTexts()
  const masked = useMasked()
  const [opened, setOpened] = useState<'limits' | 'stop' | 'copies'>()
  const settings = useApiMutation(practiceFollowSettings, { toastsRefusal: true })
  const { currency, unrealizedPnl, skipReason, limitedBy, endReason, mode, status } = follow
  const isPaused = status === 'paused'
  const name = followedName(follow, t)
  async function pauseOrResume(): Promise<void> {
    const next = isPaused ? 'active' : 'paused'
    if (!(await settings.send({ followId: follow.id, status: next }))) return
    toast(t(`copy_pages.now_${next}`))
    onChanged()
  }
  const signedAmount = (value: string) => masked(`${signedProfit(value)} ${currency}`)
  return (
    <li className="border-t border-line py-3">
      <p className="flex flex-wrap items-center gap-2 text-15">
        <span className="min-w-0 break-words">{name}</span>
        {isPaused && <Tag>{t('copy_pages.status_paused')}</Tag>}
        {endReason !== null && <Tag>{t(`copy_pages.ended_${endReason}`)}</Tag>}
      </p>
      <KeyValue
        lines={[
          mode === 'amount'
            ? {
                name: t('practice_pages.follow_amount'),
                value: <Amount value={follow.number} currency={currency} />,
              }
            : { name: t('copy_pages.ratio'), value: `${amount(follow.number, 0)}×` },
          {
            name: t('copy_pages.max_trade'),
            value: <Amount value={follow.maxTrade} currency={currency} />,
          },
          {
            name: t('copy_pages.max_total'),
            value: <Amount value={follow.maxTotal} currency={currency} />,
          },
          {
            name: t('practice_pages.follow_copies'),
            value: t('practice_pages.follow_counts', {
              ...{ copied: follow.copied, skipped: follow.skipped, open: follow.openCopies },
            }),
          },
          limitedBy !== null && {
            name: t('practice_pages.follow_newest'),
            value: <Reduced limitedBy={limitedBy} termsVersion={follow.termsVersion} />,
          },
          skipReason !== null && {
            name: t('practice_pages.follow_skipped'),
            value: skipText(skipReason, follow, t),
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
      {status !== 'ended' && (
        <div className="mt-2 grid grid-cols-2 gap-2">
          <Button size="small" onClick={() => setOpened('limits')}>
            {t('copy_pages.limits')}
          </Button>
          <Button size="small" isPending={settings.isPending} onClick={() => void pauseOrResume()}>
            {t(isPaused ? 'copy_pages.resume' : 'copy_pages.pause')}
          </Button>
          <Button size="small" className="col-span-2" onClick={() => setOpened('stop')}>
            {t('copy_pages.stop')}
          </Button>
        </div>
      )}
      {status === 'ended' && follow.openCopies > 0 && (
        <Button size="small" className="mt-2 w-full" onClick={() => setOpened('copies')}>
          {t('practice_pages.follow_open')}
        </Button>
      )}
      {opened === 'copies' && (
        <OpenCopies follow={follow} onClose={() => setOpened(undefined)} onChanged={onChanged} />
      )}
      {opened === 'limits' && (
        <FollowLimits follow={follow} onClose={() => setOpened(undefined)} onChanged={onChanged} />
      )}
      {opened === 'stop' && (
        <StopFollowing
          follow={follow}
          name={name}
          onClose={() => setOpened(undefined)}
          onStopped={onChanged}
        />
      )}
    </li>
  )
}

const followedName = ({ nickname, leadId }: PracticeFollowView, t: Translate): string =>
  nickname ?? t('practice_pages.follow_lead', { number: leadId.slice(-4) })

/** Which limit made a copy smaller, as of real copies. */
function Reduced({
  limitedBy,
  termsVersion,
}: {
  limitedBy: SkipReason
  termsVersion: PracticeFollowView['termsVersion']
}) {
  const { t } = useTexts()
  const percent = equityPercent(useCopyTerms(termsVersion))
  if (limitedBy === 'limit-equity') return t('copy_pages.reduced_limit-equity', { percent })
  return limitedBy === 'limit-trade' || limitedBy === 'limit-total'
    ? t(`copy_pages.reduced_${limitedBy}`)
    : null
}

/** Why the newest was not copied: as of real copies, with what they have set and their practice wallet. */
function skipText(
  reason: SkipReason,
  { slippagePercent, maxTotal, currency }: PracticeFollowView,
  t: Translate,
): string {
  switch (reason) {
    case 'balance':
    case 'stale':
    case 'limit-equity':
      return t(`practice_pages.follow_skip_${reason}`)
    case 'slippage':
      return t('practice_pages.follow_skip_slippage', { percent: amount(slippagePercent, 0) })
    case 'limit-total':
      return t('practice_pages.follow_skip_limit-total', {
        ...{ amount: amount(maxTotal, 0), currency },
      })
    case 'minimum':
      return t('copy_pages.skip_minimum', { lots: LOT_STEP })
    default:
      return t(`copy_pages.skip_${reason}`)
  }
}
