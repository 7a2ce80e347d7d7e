import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { networkOf } from '#domain/deposit/networks.ts'
import { saveAddress } from '#domain/withdrawal/contract.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

/** Saves an address for a network; it can be used a day later. */
export function AddressSheet({
  way: { currency, network },
  onClose,
  onSaved = onClose,
}: {
  way: { currency: string; network: string }
  onClose(): void
  /** What happens once it is saved; it closes, unless something else does. */
  onSaved?(): void
}) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const saving = useApiMutation(saveAddress, { toastsRefusal: false })
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const isOfName = saving.error?.field === 'name'
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
          onChange={(event) => {
            setAddress(event.target.value.trim())
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
