import { useState } from 'react'
import { addApiKey } from '#domain/apikey/contract.ts'
import { type KeyScope, keyScopes } from '#domain/apikey/rules.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { fieldError } from '#web/features/access/field-error.ts'
import { OwnerForm, useOwnerProof } from '#web/features/owner/owner-form.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Field } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'

export type MadeKey = OutputOf<typeof addApiKey>

/** What a new key is called, may do and works from, with what proves its owner. */
export function AddKey({ onMade }: { onMade(made: MadeKey): Promise<void> }) {
  const { t } = useTexts()
  const proof = useOwnerProof(true)
  const add = useApiMutation(addApiKey, { toastsRefusal: false })
  const [label, setLabel] = useState('')
  const [addresses, setAddresses] = useState('')
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['read'])
  const { factorCode = '', ...owner } = proof.given

  async function send(): Promise<void> {
    const made = await add.send({
      ...{ label: label.trim(), scopes: scopes.join(','), code: factorCode, ...owner },
      ...(addresses.trim() !== '' && { addresses }),
    })
    if (made) await onMade(made)
  }

  return (
    <div className="pt-3">
      <OwnerForm
        form={add}
        proof={proof}
        action={t('apikey_pages.add')}
        isReady={label.trim() !== '' && scopes.length > 0}
        onSend={send}
      >
        <Field
          label={t('apikey_pages.label')}
          value={label}
          maxLength={40}
          autoComplete="off"
          onChange={({ target }) => {
            setLabel(target.value)
            add.reset()
          }}
        />
        <fieldset>
          <legend className="text-13 text-t2">{t('apikey_pages.may')}</legend>
          {keyScopes.map((scope) => (
            <div key={scope} className="hairline flex min-h-14 items-center gap-3">
              <span className="min-w-0 flex-1 text-15">{t(`apikey_pages.scope_${scope}`)}</span>
              <Switch
                label={t(`apikey_pages.scope_${scope}`)}
                isOn={scopes.includes(scope)}
                onChange={(isOn) =>
                  setScopes(keyScopes.filter((one) => (one === scope ? isOn : scopes.includes(one))))
                }
              />
            </div>
          ))}
          <p className="pt-2 text-12 text-t2">{t('apikey_pages.never')}</p>
        </fieldset>
        <Field
          label={t('apikey_pages.addresses')}
          value={addresses}
          maxLength={1_000}
          autoComplete="off"
          hint={t('apikey_pages.addresses_note')}
          error={fieldError(add.error, 'addresses')}
          onChange={({ target }) => {
            setAddresses(target.value)
            add.reset()
          }}
        />
      </OwnerForm>
    </div>
  )
}
