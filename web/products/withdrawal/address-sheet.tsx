import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { shortAddress } from '#domain/chain/short-address.ts'
import { networkOf } from '#domain/deposit/networks.ts'
import type { CoinNetwork } from '#domain/withdrawal/address-code.ts'
import { saveAddress } from '#domain/withdrawal/contract.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { AddressPicture } from './address-picture.tsx'

/** From so many characters on nobody compares all of them. */
const LONG = 20

/** Saves an address for a network, typed or read from a picture; it can be used a day later. */
export function AddressSheet({
  way,
  read = '',
  onClose,
  onSaved = onClose,
}: {
  way: CoinNetwork
  /** An address that was read from a picture before. */
  read?: string
  onClose(): void
  /** What happens once it is saved; it closes, unless something else does. */
  onSaved?(): void
}) {
  const { t } = useTexts()
  const { currency, network } = way
  const queries = useQueryClient()
  const saving = useApiMutation(saveAddress, { toastsRefusal: false })
  const [name, setName] = useState('')
  const [address, setAddress] = useState(read)
  const [ofPicture, setOfPicture] = useState(read)
  const isOfName = saving.error?.field === 'name'
  const isOfPicture = address !== '' && address === ofPicture
  // Malware that replaces what was copied leaves an address that looks whole.
  const ends =
    address.length < LONG ? undefined : t('withdrawal_pages.compare_ends', { address: shortAddress(address) })
  const hint = isOfPicture ? t('withdrawal_pages.qr_filled') : ends
  async function save(): Promise<void> {
    if (!(await saving.send({ currency, network, name, address }))) return
    toast(t('withdrawal_pages.saved'))
    await queries.invalidateQueries()
    onSaved()
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('withdrawal_pages.add')}
      text={`${networkOf(network).name} · ${t('withdrawal_pages.add_why')}`}
    >
      <div className="flex flex-col gap-3 pt-3">
        <Field
          label={t('withdrawal_pages.name')}
          value={name}
          maxLength={40}
          error={isOfName ? saving.error?.message : undefined}
          onChange={(event) => {
            setName(event.target.value)
            saving.reset()
          }}
        />
        <Field
          label={t('withdrawal_pages.address')}
          value={address}
          spellCheck={false}
          autoComplete="off"
          error={isOfName ? undefined : saving.error?.message}
          hint={hint}
          onChange={(event) => {
            setAddress(event.target.value.trim())
            saving.reset()
          }}
        />
        <AddressPicture
          offered={[way]}
          onRead={(address) => {
            setAddress(address)
            setOfPicture(address)
            saving.reset()
          }}
        />
        <Button
          kind="primary"
          disabled={name === '' || address === ''}
          isPending={saving.isPending}
          onClick={() => void save()}
        >
          {t('withdrawal_pages.save')}
        </Button>
      </div>
    </Sheet>
  )
}
