import { useState } from 'react'
import { networkOf } from '#domain/deposit/networks.ts'
import { deleteAddress, type SavedAddress, savedAddresses } from '#domain/withdrawal/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { hourAndMinute, isoDate } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** The addresses that the customer can withdraw to, of all coins; each can be looked at whole, and removed. */
export default function WalletPage() {
  const { t } = useTexts()
  const { data, error, refetch } = useApiQuery(savedAddresses, {})
  const [opened, open] = useState<SavedAddress>()
  return (
    <>
      <AppBar title={t('withdrawal_pages.book')} />
      <main className="pb-28">
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows count={4} />
        ) : data.items.length === 0 ? (
          <EmptyState title={t('withdrawal_pages.book_none')} text={t('withdrawal_pages.add_why')} />
        ) : (
          data.items.map((one) => <AddressRow key={one.id} address={one} onOpen={() => open(one)} />)
        )}
        <BottomBar>
          <ButtonLink kind="primary" className="w-full" to={toPage('pages/setting/addWallet')}>
            {t('withdrawal_pages.add')}
          </ButtonLink>
        </BottomBar>
      </main>
      {opened && <RemoveSheet address={opened} onClose={() => open(undefined)} />}
    </>
  )
}

function AddressRow({
  address: { name, currency, network, address, usableAtMs },
  onOpen,
}: {
  address: SavedAddress
  onOpen(): void
}) {
  const { t } = useTexts()
  const [nowMs] = useState(() => Date.now())
  return (
    <ListRow
      title={name}
      note={`${networkOf(network).name} · ${address.slice(0, 4)}…${address.slice(-4)}`}
      value={currency}
      valueNote={
        usableAtMs > nowMs
          ? t('withdrawal_pages.usable', { time: `${isoDate(usableAtMs)} ${hourAndMinute(usableAtMs)}` })
          : undefined
      }
      onClick={onOpen}
    />
  )
}

function RemoveSheet({
  address: { id, name, address },
  onClose,
}: {
  address: SavedAddress
  onClose(): void
}) {
  const { t } = useTexts()
  const removing = useApiMutation(deleteAddress)
  const book = useApiQuery(savedAddresses, {})
  async function remove() {
    if (!(await removing.send({ id }))) return
    await book.refetch()
    onClose()
  }
  return (
    <Sheet isOpen onClose={onClose} title={name} text={t('withdrawal_pages.book_remove_why')}>
      <p className="my-3 rounded-12 bg-s2 p-3 text-15 break-all">{address}</p>
      <Button className="w-full" isPending={removing.isPending} onClick={() => void remove()}>
        {t('withdrawal_pages.remove')}
      </Button>
    </Sheet>
  )
}
