import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#domain/endpoint.ts'
import { beginSecondFactor, enableSecondFactor } from '#domain/user/second-factor.ts'
import { copyText } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { AccessForm } from '#web/features/access/access-form.tsx'
import { fieldError } from '#web/features/access/field-error.ts'
import { OwnerForm, useOwnerProof } from '#web/features/owner/owner-form.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { CodeInput } from '#web/ui/code-input.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'

const CODE_LENGTH = 6

/** First what proves the owner, then the key to scan and a code of it. */
export function SetUpSecondFactor({
  hasPasskeys,
  onSet,
}: {
  /** They are asked for already: one confirms that another factor is added. */
  hasPasskeys: boolean
  onSet(recoveryCodes: readonly string[]): void
}) {
  const { t } = useTexts()
  const proof = useOwnerProof(hasPasskeys)
  const [code, setCode] = useState('')
  const begin = useApiMutation(beginSecondFactor, { toastsRefusal: false })
  const enable = useApiMutation(enableSecondFactor, { toastsRefusal: false })
  const [made, setMade] = useState<OutputOf<typeof beginSecondFactor>>()

  if (!made)
    return (
      <OwnerForm
        form={begin}
        proof={proof}
        action={t('security_pages.set_up')}
        onSend={async () => setMade(await begin.send(proof.given))}
      >
        <p className="text-15 text-t2">
          {t(hasPasskeys ? 'security_pages.with_passkey' : 'security_pages.two_step_why')}
        </p>
        <p className="text-13 text-t2">{t('security_pages.two_step_hold')}</p>
      </OwnerForm>
    )

  return (
    <AccessForm
      form={enable}
      action={t('security_pages.turn_on')}
      isReady={code.length === CODE_LENGTH}
      onSend={async () => {
        const done = await enable.send({ ...proof.owner.given, code })
        if (done) onSet(done.recoveryCodes)
      }}
    >
      <p className="text-15 text-t2">{t('security_pages.scan')}</p>
      <div className="flex justify-center py-2">
        <QrCode text={made.uri} label={t('security_pages.qr')} size={184} />
      </div>
      <div className="flex items-center gap-2 rounded-8 bg-s1 py-1 pr-1 pl-3">
        <div className="min-w-0 flex-1 py-1">
          <p className="text-12 text-t2">{t('security_pages.setup_key')}</p>
          <p className="figures text-15">{inGroups(made.setupKey)}</p>
        </div>
        <IconButton
          icon={Copy}
          label={t('security_pages.copy_key')}
          onClick={() => void copyText(made.setupKey, t)}
        />
      </div>
      <CodeInput
        label={t('access.factor_code')}
        value={code}
        error={fieldError(enable.error, 'factorCode')}
        onChange={(typed) => {
          setCode(typed)
          enable.reset()
        }}
      />
    </AccessForm>
  )
}

/** @example inGroups('ABCDEFGH') // 'ABCD EFGH' */
const inGroups = (key: string): string => key.replace(/(.{4})(?=.)/g, '$1 ')
