import { useState } from 'react'
import type { OutputOf } from '#domain/endpoint.ts'
import { disableSecondFactor, renewRecoveryCodes, type secondFactor } from '#domain/user/second-factor.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { OwnerForm, useOwnerProof } from '#web/features/owner/owner-form.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

/** What can be done with an authenticator that is asked for; each takes the password and a code. */
export function ManageSecondFactor({
  state,
  onRenewed,
  onOff,
}: {
  state: OutputOf<typeof secondFactor>
  onRenewed(recoveryCodes: readonly string[]): void
  onOff(): Promise<void>
}) {
  const { t } = useTexts()
  const [asked, setAsked] = useState<'renew' | 'off'>()
  const close = () => setAsked(undefined)
  return (
    <>
      <p className="pb-3 text-15 text-t2">{t('security_pages.is_on')}</p>
      <div className="-mx-4">
        <ListRow
          title={t('security_pages.renew')}
          note={t('security_pages.codes_left', { count: state.recoveryCodesLeft })}
          onClick={() => setAsked('renew')}
        />
        <ListRow
          title={t('security_pages.turn_off')}
          note={t('security_pages.turn_off_note')}
          onClick={() => setAsked('off')}
        />
      </div>
      <Sheet
        isOpen={asked === 'renew'}
        onClose={close}
        title={t('security_pages.renew')}
        text={t('security_pages.renew_note')}
      >
        {asked === 'renew' && <Renew onDone={onRenewed} />}
      </Sheet>
      <Sheet
        isOpen={asked === 'off'}
        onClose={close}
        title={t('security_pages.turn_off')}
        text={t('security_pages.turn_off_note')}
      >
        {asked === 'off' && (
          <TurnOff
            onDone={() => {
              close()
              toast(t('security_pages.is_off'))
              void onOff()
            }}
          />
        )}
      </Sheet>
    </>
  )
}

function Renew({ onDone }: { onDone(recoveryCodes: readonly string[]): void }) {
  const { t } = useTexts()
  const renew = useApiMutation(renewRecoveryCodes, { toastsRefusal: false })
  return (
    <ProofForm
      form={renew}
      action={t('security_pages.renew')}
      onSend={async (proof) => {
        const made = await renew.send(proof)
        if (made) onDone(made.recoveryCodes)
      }}
    />
  )
}

function TurnOff({ onDone }: { onDone(): void }) {
  const { t } = useTexts()
  const off = useApiMutation(disableSecondFactor, { toastsRefusal: false })
  return (
    <ProofForm
      form={off}
      action={t('security_pages.turn_off')}
      onSend={async (proof) => {
        if (await off.send(proof)) onDone()
      }}
    />
  )
}

function ProofForm({
  form,
  action,
  onSend,
}: {
  form: Parameters<typeof OwnerForm>[0]['form']
  action: string
  onSend(proof: { password?: string; code: string }): Promise<void>
}) {
  const proof = useOwnerProof(true)
  const { factorCode: code = '', ...owner } = proof.given
  return (
    <div className="pt-2">
      <OwnerForm form={form} proof={proof} action={action} onSend={() => onSend({ ...owner, code })} />
    </div>
  )
}
