import { Copy, Share2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { depositAddress } from '#domain/deposit/contract.ts'
import { networkOf } from '#domain/deposit/networks.ts'
import { timeToConfirm } from '#domain/deposit/rules.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { copyText } from '#web/app/toast.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { duration } from '#web/features/time/duration.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Arrived, OnItsWay } from './arrived.tsx'
import { ClosedNetwork } from './closed-network.tsx'

/** Where to send it: code, address by its ends, what arrives where; then on to the proof. */
export function AddressStep({
  currency,
  network,
  onChange,
  onSent,
}: {
  currency: string
  network: string
  onChange(): void
  onSent(): void
}) {
  const { t } = useTexts()
  const answer = useApiQuery(depositAddress, { currency, network, whileClosed: '1' })
  const closed = (given?: { address: string; isOwn: boolean }) => (
    <ClosedNetwork {...{ currency, network, given, onChange, onSent }} />
  )
  if (answer.error?.code === 'DEPOSIT_CLOSED') return closed()
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <SkeletonRows count={6} />
  const { address, minimum, isDemo, isOwn, confirmationsNeeded: needed } = answer.data
  const { name, standard } = networkOf(network)
  const expectedMs = needed === null ? undefined : timeToConfirm(network, needed)
  if (!answer.data.isOpen) return closed({ address, isOwn })
  return (
    <div className="pb-8">
      <div className="flex items-center justify-between gap-3 border-b border-line gutter pb-3">
        <p className="text-15">
          <span className="font-semibold">{name}</span>{' '}
          <span className="text-t2">{t('deposit_pages.only', { network: standard ?? currency })}</span>
        </p>
        <button
          type="button"
          onClick={onChange}
          className="target press text-15 underline decoration-line2 underline-offset-4"
        >
          {t('deposit_pages.change')}
        </button>
      </div>
      {isOwn && <OnItsWay {...{ currency, address }} />}
      {isDemo && <NoRealCoins why={t(isOwn ? 'deposit_pages.test_address' : 'deposit_pages.made_up')} />}
      <div className="flex flex-col items-center gutter pt-5">
        <QrCode text={address} label={t('deposit_pages.qr')} />
        <AddressText address={address} />
      </div>
      <div className="flex gap-2 gutter pt-4">
        <Button kind="primary" className="flex-1" onClick={() => void copyText(address, t)}>
          <Copy aria-hidden size={18} />
          {t('deposit_pages.copy')}
        </Button>
        {'share' in navigator && (
          <IconButton
            icon={Share2}
            label={t('deposit_pages.share')}
            className="!size-12 bg-s2"
            onClick={() => void navigator.share({ text: address }).catch(() => undefined)}
          />
        )}
      </div>
      <div className="gutter pt-5">
        <KeyValue
          ruled
          lines={[
            { name: t('deposit_pages.minimum'), value: `${amount(minimum, 0)} ${currency}` },
            {
              name: t('deposit_pages.credited_after'),
              value:
                needed === null || expectedMs === undefined
                  ? t('deposit_pages.two_people')
                  : t(isOwn ? 'deposit_pages.after_confirmations' : 'deposit_pages.confirmed_and_checked', {
                      ...{ needed, time: duration(expectedMs, t) },
                    }),
            },
            { name: t('deposit_pages.goes_to'), value: t('deposit_pages.funding_account') },
          ]}
        />
        <p className="pt-3 text-13 text-t2">{t('deposit_pages.below_minimum')}</p>
        {needed !== null && <p className="pt-2 text-13 text-t2">{t('deposit_pages.other_sent')}</p>}
      </div>
      {isOwn && <Arrived {...{ currency, address, needed }} />}
      <div className="gutter">
        {isOwn ? (
          <ButtonLink className="mt-4 w-full" to={toPage('pages/fund/receive_withdraw_record')}>
            {t('deposit_pages.by_itself_to_records')}
          </ButtonLink>
        ) : (
          <Button className="mt-4 w-full" onClick={onSent}>
            {t('deposit_pages.i_have_sent')}
          </Button>
        )}
        <p className="pt-3 text-center text-12 text-t3">
          {t(isOwn ? 'deposit_pages.by_itself' : 'deposit_pages.i_have_sent_why')}
        </p>
        {isOwn && (
          // What its chain does not show by itself, such as a contract's payment.
          <Button kind="quiet" className="mt-1 w-full" onClick={onSent}>
            {t('deposit_pages.send_proof')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The address by its first and last four; tapping shows all of it. */
function AddressText({ address }: { address: string }) {
  const { t } = useTexts()
  const [isWhole, setWhole] = useState(false)
  return (
    <button
      type="button"
      aria-expanded={isWhole}
      onClick={() => setWhole(!isWhole)}
      className="press mt-3 w-full rounded-8 px-2 py-1 text-center"
    >
      <span className="block font-mono text-20 font-semibold break-all">
        {isWhole ? (
          address
        ) : (
          <>
            {address.slice(0, 4)} <span className="font-normal text-t3">…</span> {address.slice(-4)}
          </>
        )}
      </span>
      <span className="mt-1 block text-13 text-t2">
        {isWhole ? t('deposit_pages.see_less') : t('deposit_pages.see_all', { count: address.length })}
      </span>
    </button>
  )
}

/** An address that nothing real may be sent to. */
function NoRealCoins({ why }: { why: string }) {
  return (
    <p
      role="note"
      className="mx-4 mt-4 flex items-start gap-3 rounded-8 border border-danger bg-s1 p-3 text-13 text-t1"
    >
      <TriangleAlert aria-hidden size={18} className="shrink-0 text-danger" />
      {why}
    </p>
  )
}
