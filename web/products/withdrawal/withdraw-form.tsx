import { useState } from 'react'
import { Link } from 'react-router'
import { networkOf } from '#domain/deposit/networks.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { savedAddresses, type withdrawalTerms } from '#domain/withdrawal/contract.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { AmountField } from '#web/features/money/money-form.tsx'
import { amount, feeText } from '#web/format/number.ts'
import { hourAndMinute, isoDate } from '#web/format/time.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AddressSheet } from './address-sheet.tsx'
import { figuresOf, isStopped, mostOf, validateDraft } from './draft.ts'
import { ReviewSheet } from './review-sheet.tsx'

export type Terms = OutputOf<typeof withdrawalTerms>
export type Way = Terms['ways'][number]

/** To where and how much; the review has the exact figures. */
export function WithdrawForm({ way, terms }: { way: Way; terms: Terms }) {
  const { t } = useTexts()
  const { currency, network } = way
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [opened, setOpened] = useState<'review' | 'address'>()
  const [nowMs] = useState(() => Date.now())
  const book = useApiQuery(savedAddresses, { currency })
  if (book.isError) return <ErrorState error={book.error} onRetry={() => void book.refetch()} />
  if (!book.data) return <SkeletonRows count={4} />
  const addresses = book.data.items.filter((one) => one.network === network)
  const address = addresses.find(({ id }) => id === chosen)
  const errors = validateDraft(typed, address?.usableAtMs, way, terms, nowMs)
  const figures = figuresOf(typed, way)
  // An amount alone does not say why the button cannot be pressed.
  const note = errors.other
    ? refusalText(errors.other.code, errors.other.params)
    : typed !== '' && !address
      ? t('withdrawal_pages.choose_address')
      : undefined
  return (
    <div className="flex flex-col gap-4 gutter pt-2 pb-28">
      <KeyValue
        ruled
        lines={[{ name: t('withdrawal_pages.network'), value: networkText(network), isStrong: true }]}
      />
      <section>
        <h2 className="pb-2 text-15 font-semibold">{t('withdrawal_pages.to')}</h2>
        <div className="-mx-4">
          {addresses.map((one) => (
            <ListRow
              key={one.id}
              title={<span className={one.id === chosen ? 'font-semibold' : ''}>{one.name}</span>}
              note={`${one.address.slice(0, 4)}…${one.address.slice(-4)}`}
              value={one.id === chosen ? '✓' : ''}
              valueNote={
                one.usableAtMs > nowMs
                  ? t('withdrawal_pages.usable', {
                      time: `${isoDate(one.usableAtMs)} ${hourAndMinute(one.usableAtMs)}`,
                    })
                  : undefined
              }
              onClick={() => setChosen(one.id)}
            />
          ))}
        </div>
        <Button className="mt-2 w-full" onClick={() => setOpened('address')}>
          {t('withdrawal_pages.add')}
        </Button>
        <Link
          to={toPage('pages/setting/wallet')}
          className="press inline-flex min-h-11 items-center text-13 text-t2 underline decoration-line2 underline-offset-4"
        >
          {t('withdrawal_pages.book')}
        </Link>
      </section>
      <AmountField
        value={typed}
        onChange={setTyped}
        currency={currency}
        balance={{ available: way.available, maximum: mostOf(way) }}
        error={errors.amount && refusalText(errors.amount.code, errors.amount.params)}
        hint={t('withdrawal_pages.minimum', { amount: `${amount(way.minimum)} ${currency}` })}
      />
      {errors.isReady ? (
        <KeyValue
          ruled
          lines={[
            { name: t('withdrawal_pages.fee'), value: `−${amount(figures.fee)} ${currency}` },
            {
              name: t('withdrawal_pages.receive'),
              value: `${amount(figures.receive)} ${currency}`,
              isStrong: true,
            },
          ]}
        />
      ) : (
        <p className="text-13 text-t2">{`${t('withdrawal_pages.fee')}: ${feeText(way.fee)} ${currency}`}</p>
      )}
      <BottomBar>
        <Button
          kind="primary"
          className="w-full"
          disabled={!errors.isReady || isStopped(terms)}
          onClick={() => setOpened('review')}
        >
          {t('withdrawal_pages.review')}
        </Button>
        {note && <p className="pt-2 text-center text-13 text-t2">{note}</p>}
      </BottomBar>
      {opened === 'address' && <AddressSheet way={way} onClose={() => setOpened(undefined)} />}
      {opened === 'review' && address && (
        <ReviewSheet
          {...{ way, terms }}
          typed={typed.replace(/\.$/, '')}
          feeName={t('withdrawal_pages.fee')}
          lines={[
            {
              name: address.name,
              value: <span className="font-mono text-13 break-all">{address.address}</span>,
            },
            {
              name: t('withdrawal_pages.network'),
              value: t('withdrawal_pages.confirmations', {
                name: networkOf(network).name,
                count: way.confirmationsNeeded,
              }),
            },
          ]}
          input={{ network, address: address.address }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  )
}

/** A network as sending and receiving apps call it. @example 'Tron · TRC-20' */
function networkText(network: string): string {
  const { name, standard } = networkOf(network)
  return standard ? `${name} · ${standard}` : name
}
