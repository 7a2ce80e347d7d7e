import { useState } from 'react'
import { useNavigate } from 'react-router'
import { networkOf } from '#domain/deposit/networks.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { formatDecimal, isDecimal, parseDecimal } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import {
  deleteAddress,
  requestWithdrawal,
  type SavedAddress,
  savedAddresses,
  type withdrawalTerms,
} from '#domain/withdrawal/contract.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AddressSheet } from './address-sheet.tsx'

type Terms = OutputOf<typeof withdrawalTerms>
type Way = Terms['ways'][number]

/** To where and how much, then the exact figures with the pay password. */
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

function ReviewSheet({
  way,
  terms,
  address,
  typed,
  onClose,
}: {
  way: Way
  terms: Terms
  address: SavedAddress
  typed: string
  onClose(): void
}) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [payPassword, setPayPassword] = useState('')
  const asking = useApiMutation(requestWithdrawal, { toastsRefusal: true })
  const { currency, network, fee } = way
  const decimals = findCurrency(currency)?.decimals ?? 8
  const receive = formatDecimal(
    (parseDecimal(typed, decimals) ?? 0n) - (parseDecimal(fee, decimals) ?? 0n),
    decimals,
  )
  const isReviewed =
    terms.isFirst ||
    (way.unitValue !== null && Number(typed) * Number(way.unitValue) > Number(terms.reviewedAbove))
  const show = (text: string) => `${amount(text)} ${currency}`
  async function confirm(): Promise<void> {
    const input = { currency, network, amount: typed, address: address.address, payPassword }
    const done = await asking.send(input)
    if (!done) return
    toast(t('withdrawal_pages.requested'))
    navigate(toPage('pages/fund/withdraw', { id: done.id }), { replace: true })
  }
  return (
    <Sheet isOpen onClose={onClose} title={t('withdrawal_pages.review')}>
      <div className="pt-2 pb-3">
        <KeyValue
          ruled
          lines={[
            { name: t('withdrawal_pages.amount'), value: show(typed) },
            { name: t('withdrawal_pages.fee'), value: `−${show(fee)}` },
            { name: t('withdrawal_pages.receive'), value: show(receive), isStrong: true },
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
            {
              name: t('withdrawal_pages.time'),
              value: t(isReviewed ? 'withdrawal_pages.time_reviewed' : 'withdrawal_pages.time_soon'),
            },
            { name: t('withdrawal_pages.cancel'), value: t('withdrawal_pages.cancel_free') },
            {
              name: t('withdrawal_pages.limit_used'),
              value: t('withdrawal_pages.limit_of', { used: amount(terms.used), limit: amount(terms.limit) }),
            },
          ]}
        />
      </div>
      <PasswordField
        label={t('withdrawal_pages.pay_password')}
        hint={t('withdrawal_pages.tries', { left: terms.triesLeft })}
        autoComplete="off"
        value={payPassword}
        onChange={(event) => setPayPassword(event.target.value)}
      />
      <ButtonLink size="small" className="mt-2" to={toPage('pages/setting/payPassword')}>
        {t('withdrawal_pages.forgot')}
      </ButtonLink>
      <Button
        kind="primary"
        className="mt-4 w-full"
        disabled={payPassword === ''}
        isPending={asking.isPending}
        onClick={() => void confirm()}
      >
        {t('withdrawal_pages.action', { amount: amount(typed), currency })}
      </Button>
      <p className="pt-3 text-center text-12 text-t3">{t('withdrawal_pages.held_note')}</p>
    </Sheet>
  )
}
