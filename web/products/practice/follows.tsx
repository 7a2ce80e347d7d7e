import type { PracticeFollowView } from '#domain/practice/contract.ts'
import { practiceFollows, practiceUnfollow } from '#domain/practice/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { signedProfit } from '#web/features/money/decimals.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'

/** Whom the customer follows with practice money, with what came of it after every fee. */
export function Follows() {
  const { t } = useTexts()
  const { data } = useApiQuery(practiceFollows, {}, { refetchMs: 15_000 })
  if (!data || data.items.length === 0) return null
  return (
    <section className="gutter pt-8">
      <h2 className="pb-1 text-15">{t('practice_pages.follows')}</h2>
      <ul>
        {data.items.map((follow) => (
          <Follow key={follow.id} follow={follow} />
        ))}
      </ul>
    </section>
  )
}

function Follow({ follow }: { follow: PracticeFollowView }) {
  const { t } = useTexts()
  const masked = useMasked()
  const unfollow = useApiMutation(practiceUnfollow, { toastsRefusal: true })
  const { id, nickname, leadId, currency, unrealizedPnl } = follow
  const signedAmount = (value: string) => masked(`${signedProfit(value)} ${currency}`)
  return (
    <li className="border-t border-line py-3">
      <p className="flex flex-wrap items-center gap-2 text-15">
        <span className="min-w-0 break-words">
          {nickname ?? t('practice_pages.follow_lead', { number: leadId.slice(-4) })}
        </span>
        {follow.status === 'ended' && <Tag>{t('practice_pages.follow_ended')}</Tag>}
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
        <Button
          size="small"
          className="mt-2 w-full"
          isPending={unfollow.isPending}
          onClick={() => void unfollow.send({ followId: id })}
        >
          {t('practice_pages.follow_stop')}
        </Button>
      )}
    </li>
  )
}
