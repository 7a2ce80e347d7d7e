import { shortAddress } from '#domain/chain/short-address.ts'
import { unlinkWallet } from '#domain/user/wallet-sign-in.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { OwnerForm, useOwnerProof } from '#web/features/owner/owner-form.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Sheet } from '#web/ui/sheet.tsx'

/** Lets a wallet sign in no more. */
export function RemoveWallet({
  address,
  asksFactor,
  onClose,
  onRemoved,
}: {
  address: string
  asksFactor: boolean
  onClose(): void
  onRemoved(): Promise<void>
}) {
  const { t } = useTexts()
  const proof = useOwnerProof(asksFactor)
  const remove = useApiMutation(unlinkWallet, { toastsRefusal: false })
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('sign_in_wallet_pages.remove_wallet', { address: shortAddress(address) })}
      text={t('sign_in_wallet_pages.remove_note')}
    >
      <div className="pt-2">
        <OwnerForm
          form={remove}
          proof={proof}
          action={t('sign_in_wallet_pages.remove')}
          onSend={async () => {
            if (!(await remove.send({ address, ...proof.given }))) return
            onClose()
            await onRemoved()
          }}
        />
      </div>
    </Sheet>
  )
}
