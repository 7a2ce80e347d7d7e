import { networkLabel } from '#domain/deposit/networks.ts'
import { walletInfo } from '#domain/wallet/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Arrived } from './arrived.tsx'

/** A network that is closed: no address is shown, and what becomes of money that is on its way is said to who was given one. */
export function ClosedNetwork({
  currency,
  network,
  given,
  onChange,
  onSent,
}: {
  currency: string
  network: string
  given: { readonly address: string; readonly isOwn: boolean } | undefined
  onChange(): void
  onSent(): void
}) {
  const { t } = useTexts()
  const info = useApiQuery(walletInfo, { currency })
  const isOtherOpen = info.data?.deposit.some(({ isOpen }) => isOpen) ?? false
  return (
    <div className="pb-8">
      <EmptyState
        title={t('deposit_pages.network_closed_title', { network: networkLabel(network) })}
        text={t(isOtherOpen ? 'deposit_pages.network_closed_why' : 'deposit_pages.network_closed_only')}
        {...(isOtherOpen && { action: { label: t('deposit_pages.other_network'), onClick: onChange } })}
      />
      {given && <SentBefore currency={currency} {...given} onSent={onSent} />}
    </div>
  )
}

/** What becomes of what was sent to an address before: an own one is followed, a shared one is claimed. */
function SentBefore({
  currency,
  address,
  isOwn,
  onSent,
}: {
  currency: string
  address: string
  isOwn: boolean
  onSent(): void
}) {
  const { t } = useTexts()
  return (
    <>
      {isOwn && <Arrived currency={currency} address={address} />}
      <div className="gutter">
        <p className="text-13 text-t2">
          {t(isOwn ? 'deposit_pages.network_closed_own' : 'deposit_pages.network_closed_shared')}
        </p>
        {isOwn ? (
          <ButtonLink className="mt-4 w-full" to={toPage('pages/fund/receive_withdraw_record')}>
            {t('deposit_pages.by_itself_to_records')}
          </ButtonLink>
        ) : (
          <Button className="mt-4 w-full" onClick={onSent}>
            {t('deposit_pages.i_have_sent')}
          </Button>
        )}
      </div>
    </>
  )
}
