import { History } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { networkLabel, networkOf } from '#domain/deposit/networks.ts'
import { withdrawalTerms } from '#domain/withdrawal/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { PublishedNote } from '#web/features/content/published-note.tsx'
import { WithdrawalList } from '#web/features/withdrawal/withdrawal-list.tsx'
import { amount } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { CardForm } from './card-form.tsx'
import { isOpenElsewhere } from './draft.ts'
import { LimitBar } from './limit-bar.tsx'
import { Obstacle } from './obstacle.tsx'
import { type Way, WithdrawForm } from './withdraw-form.tsx'

/** Withdraw: what and by which network, or to a card, then to where and how much; `?view=records` shows all with their status. */
export default function WithdrawPage() {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const currency = search.get('currency')
  const network = search.get('network')
  const showsRecords = search.get('view') === 'records' || search.has('id')
  const terms = useApiQuery(withdrawalTerms, {}, { enabled: !showsRecords })
  const chains = terms.data?.ways.filter(({ cardKind }) => cardKind === null) ?? []
  const byCard = terms.data?.ways.filter(({ cardKind }) => cardKind !== null) ?? []
  const toCard = byCard.filter(({ cardKind }) => cardKind === 'domestic')
  const isToCard = search.get('way') === 'card'
  const way = (isToCard ? toCard : chains).find(
    (one) => one.currency === currency && (isToCard || one.network === network),
  )
  // What is published is about addresses; by a way that is closed nothing is sent to one.
  const paysAddresses = (way ? [way] : chains).some(({ isPaused }) => !isPaused)
  const title = showsRecords
    ? t('withdrawal_pages.records')
    : way
      ? t('withdrawal_pages.title_of', { currency: way.currency })
      : t('withdrawal_pages.title')
  return (
    <>
      <AppBar title={title}>
        {!showsRecords && (
          <IconLink
            icon={History}
            label={t('withdrawal_pages.records')}
            to={toPage('pages/fund/withdraw', { view: 'records' })}
          />
        )}
      </AppBar>
      <main className="pb-8">
        {showsRecords ? (
          <WithdrawalList />
        ) : terms.isError ? (
          <ErrorState error={terms.error} onRetry={() => void terms.refetch()} />
        ) : !terms.data ? (
          <SkeletonRows count={5} />
        ) : way?.isPaused && way.cardKind === null ? (
          <ClosedWay
            network={way.network}
            areAllPaused={terms.data.areAllPaused}
            onChange={isOpenElsewhere(way.currency, chains) ? () => setSearch({}) : undefined}
          />
        ) : way ? (
          <>
            <Obstacle terms={terms.data} />
            {isToCard ? (
              <CardForm key={way.currency} currency={way.currency} terms={terms.data} />
            ) : (
              <WithdrawForm key={`${way.currency} ${way.network}`} way={way} terms={terms.data} />
            )}
          </>
        ) : (
          <>
            <Obstacle terms={terms.data} />
            <h2 className="gutter pt-1 pb-3 text-20 font-semibold">{t('withdrawal_pages.which')}</h2>
            {!isToCard &&
              chains.map((one) => (
                <ListRow
                  key={`${one.currency} ${one.network}`}
                  title={<span className="font-semibold">{one.currency}</span>}
                  note={networkOf(one.network).name}
                  value={amount(one.available)}
                  valueNote={
                    one.isPaused
                      ? t(
                          terms.data.areAllPaused
                            ? 'withdrawal_pages.paused'
                            : 'withdrawal_pages.network_closed',
                        )
                      : t('withdrawal_pages.fee_of', { fee: amount(one.fee) })
                  }
                  onClick={() => setSearch({ currency: one.currency, network: one.network })}
                />
              ))}
            {toCard.map((one) => (
              <ListRow
                key={one.currency}
                title={<span className="font-semibold">{one.currency}</span>}
                note={t('withdrawal_pages.bank_card')}
                value={amount(one.available)}
                valueNote={cardNote(
                  byCard.filter(({ currency }) => currency === one.currency),
                  t,
                )}
                onClick={() => setSearch({ way: 'card', currency: one.currency })}
              />
            ))}
            {terms.data.isVerified && (
              <div className="gutter pt-4">
                <LimitBar terms={terms.data} />
              </div>
            )}
          </>
        )}
        {!showsRecords && !isToCard && paysAddresses && <PublishedNote keyword="withdraw_notice" />}
      </main>
    </>
  )
}

/** Says that nothing leaves by a network, or by any; `onChange` leads to another one, where one is open. */
function ClosedWay({
  network,
  areAllPaused,
  onChange,
}: {
  network: string
  areAllPaused: boolean
  onChange: (() => void) | undefined
}) {
  const { t } = useTexts()
  return (
    <EmptyState
      title={
        areAllPaused
          ? t('withdrawal_pages.all_paused_title')
          : t('withdrawal_pages.network_closed_title', { network: networkLabel(network) })
      }
      text={t(onChange ? 'withdrawal_pages.network_closed_why' : 'withdrawal_pages.network_closed_only')}
      {...(onChange && { action: { label: t('withdrawal_pages.other_network'), onClick: onChange } })}
    />
  )
}

/** What the cheapest kind of card costs that is paid to now; paused once all are. */
function cardNote(ways: readonly Way[], t: Translate): string {
  const fees = ways.filter(({ isPaused }) => !isPaused).map(({ fee }) => fee)
  if (fees.length === 0) return t('withdrawal_pages.paused')
  const [cheapest] = fees.toSorted((a, b) => Number(a) - Number(b))
  return t('withdrawal_pages.fee_from', { fee: amount(cheapest!) })
}
