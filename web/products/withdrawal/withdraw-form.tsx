import { useState } from 'react'
import type { OutputOf } from '#domain/endpoint.ts'
import { isDecimal } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { deleteAddress, savedAddresses, type withdrawalTerms } from '#domain/withdrawal/contract.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AddressSheet } from './address-sheet.tsx'
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
  const removing = useApiMutation(deleteAddress)
  if (book.isError) return <ErrorState error={book.error} onRetry={() => void book.refetch()} />
  if (!book.data) return <SkeletonRows count={4} />
  const addresses = book.data.items.filter((one) => one.network === network)
  const address = addresses.find(({ id }) => id === chosen)
  const isReady = address !== undefined && isDecimal(typed) && Number(typed) > 0
  const show = (text: string) => `${amount(text)} ${currency}`
  return (
    <div className="flex flex-col gap-4 gutter pt-2 pb-28">
      <section>
        <h2 className="pb-2 text-15 font-semibold">{t('withdrawal_pages.to')}</h2>
        <div className="-mx-4">
          {addresses.map((one) => (
            <ListRow
              key={one.id}
              title={<span className={one.id === chosen ? 'font-semibold' : ''}>{one.name}</span>}
              note={`${one.address.slice(0, 6)}…${one.address.slice(-6)}`}
              value={one.id === chosen ? '✓' : ''}
              valueNote={
                one.usableAtMs > nowMs
                  ? t('withdrawal_pages.usable', { time: dateTime(one.usableAtMs) })
                  : undefined
              }
              onClick={() => setChosen(one.id)}
            />
          ))}
        </div>
        <Button className="mt-2 w-full" onClick={() => setOpened('address')}>
          {t('withdrawal_pages.add')}
        </Button>
        {address && (
          <Button
            size="small"
            className="mt-2"
            isPending={removing.isPending}
            onClick={() => void removing.send({ id: address.id }).then(() => book.refetch())}
          >
            {`${t('withdrawal_pages.remove')}: ${address.name}`}
          </Button>
        )}
      </section>
      <DecimalField
        label={t('withdrawal_pages.amount')}
        value={typed}
        onChange={setTyped}
        decimals={findCurrency(currency)?.decimals ?? 8}
        unit={currency}
        hint={`${t('withdrawal_pages.available', { amount: show(way.available) })} · ${t('withdrawal_pages.minimum', { amount: show(way.minimum) })}`}
      />
      <BottomBar>
        <Button kind="primary" className="w-full" disabled={!isReady} onClick={() => setOpened('review')}>
          {t('withdrawal_pages.review')}
        </Button>
      </BottomBar>
      {opened === 'address' && <AddressSheet way={way} onClose={() => setOpened(undefined)} />}
      {opened === 'review' && address && (
        <ReviewSheet {...{ way, terms, address }} typed={typed} onClose={() => setOpened(undefined)} />
      )}
    </div>
  )
}
