import { type CommissionView, inviteCommission, inviteCommissions } from '#domain/invite/contract.ts'
import { VALUED_IN } from '#domain/invite/rules.ts'
import { Amount } from '#web/app/amount.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { RecordList } from '#web/features/records/record-list.tsx'
import { RecordSheet } from '#web/features/records/record-sheet.tsx'
import { utcDate } from '#web/features/time/utc.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ListRow } from '#web/ui/list-row.tsx'

/** The customer's commission by day, friend and coin, newest first; each opens with what it is made of. */
export function Commission({ sharePercent }: { sharePercent: string | undefined }) {
  const { t, locale } = useTexts()
  const name = ({ contact }: CommissionView) => contact ?? t('invite_pages.wallet_friend')
  return (
    <RecordList
      list={usePagedList(inviteCommissions, { limit: '20' })}
      empty={{ title: t('invite_pages.no_commission'), text: t('invite_pages.no_commission_why') }}
      row={(one, open) => (
        <ListRow
          title={name(one)}
          note={utcDate(one.earnedOnMs, locale)}
          value={<Amount value={one.status === 'held' ? one.amount : one.paid} currency={one.currency} />}
          valueNote={t(`invite_pages.status_${one.status}`)}
          onClick={open}
        />
      )}
      sheet={(id, one, close) => (
        <CommissionSheet id={id} commission={one} sharePercent={sharePercent} onClose={close} />
      )}
    />
  )
}

/** One commission: of whose fees, how much, and what became of it. */
function CommissionSheet({
  id,
  commission,
  sharePercent,
  onClose,
}: {
  id: string
  /** What the list has of it; it is asked for where the list has not come so far. */
  commission: CommissionView | undefined
  sharePercent: string | undefined
  onClose(): void
}) {
  const { t, locale } = useTexts()
  const query = useApiQuery(inviteCommission, { id }, { enabled: commission === undefined })
  const found = commission ?? query.data
  if (!found)
    return (
      <RecordSheet
        onClose={onClose}
        title={t('invite_pages.tab_commission')}
        query={query}
        lines={undefined}
      />
    )
  const { currency, status, why, earnedOnMs, paidAtMs } = found
  return (
    <RecordSheet
      onClose={onClose}
      title={found.contact ?? t('invite_pages.wallet_friend')}
      text={t(`invite_pages.status_${status}`)}
      lines={[
        { name: t('invite_pages.earned_on'), value: utcDate(earnedOnMs, locale) },
        { name: t('invite_pages.fees'), value: <Amount value={found.fees} currency={currency} /> },
        {
          name: t('invite_pages.share_of_fees', { percent: sharePercent ?? '' }),
          value: <Amount value={found.amount} currency={currency} />,
        },
        { name: t('invite_pages.value'), value: <Amount value={found.value} currency={VALUED_IN} /> },
        status !== 'held' && {
          name: t('invite_pages.paid'),
          value: <Amount value={found.paid} currency={currency} />,
          isStrong: true,
        },
      ]}
    >
      {(why !== null || status === 'held') && (
        <p className="pt-3 text-13 text-t2">
          {why !== null
            ? t(`invite_pages.why_${why}`)
            : t('invite_pages.pays_on', { date: utcDate(paidAtMs, locale) })}
        </p>
      )}
    </RecordSheet>
  )
}
