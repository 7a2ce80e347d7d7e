import { addPasskey, beginPasskey } from '#domain/user/passkey.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { FormError } from '#web/features/access/form-error.tsx'
import { OwnerForm, useOwnerProof } from '#web/features/owner/owner-form.tsx'
import { hasPasskeys, makePasskey } from '#web/features/passkey/browser-passkeys.ts'
import { usePasskey } from '#web/features/passkey/use-passkey.ts'
import { useTexts } from '#web/texts/texts.ts'

/** Adds a passkey of this device: first what proves the owner, then the device makes it. */
export function AddPasskey({ asksFactor, onAdded }: { asksFactor: boolean; onAdded(): Promise<void> }) {
  const { t } = useTexts()
  const proof = useOwnerProof(asksFactor)
  const passkey = usePasskey()
  const begin = useApiMutation(beginPasskey, { toastsRefusal: false })
  const add = useApiMutation(addPasskey, { toastsRefusal: false })
  if (!hasPasskeys()) return <p className="pt-6 text-13 text-t2">{t('passkey_pages.failure_unsupported')}</p>

  async function send(): Promise<void> {
    add.reset()
    const begun = await begin.send(proof.given)
    // What confirmed this is used up by now.
    if (begun) proof.setFactorCode('')
    const response = await passkey.ask(begun?.options, makePasskey)
    if (response !== undefined && (await add.send({ response }))) await onAdded()
  }

  return (
    <section className="flex flex-col gap-3 pt-6">
      <OwnerForm
        form={{ ...begin, isPending: begin.isPending || passkey.isPending || add.isPending }}
        proof={proof}
        action={t('passkey_pages.add')}
        onSend={send}
      >
        <FormError text={passkey.failure ?? add.error?.message} />
      </OwnerForm>
      <p className="text-12 text-t2">{t('passkey_pages.add_note')}</p>
    </section>
  )
}
