import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountFreeze } from '#domain/user/freeze.ts'
import { secondFactor } from '#domain/user/second-factor.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { ManageSecondFactor } from './manage-second-factor.tsx'
import { PendingRecovery } from './pending-recovery.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

/** The authenticator app: set it up, make new recovery codes, turn it off. */
export default function SecondFactorPage() {
  const { t } = useTexts()
  const queries = useQueryClient()
  const state = useApiQuery(secondFactor, {})
  const freeze = useApiQuery(accountFreeze, {})
  // Where that cannot be known, the server says it.
  const isFrozen = freeze.data ? freeze.data.frozenSinceMs !== null : freeze.isError ? false : undefined
  const [codes, setCodes] = useState<readonly string[]>()
  const reload = () => queries.invalidateQueries({ queryKey: [secondFactor.path] })
  return (
    <SettingsFrame>
      <AppBar title={t('profile.two_step')} />
      <main className="gutter max-w-140 pt-2 pb-8">
        <PendingRecovery />
        {state.isError && !state.data && (
          <ErrorState error={state.error} onRetry={() => void state.refetch()} />
        )}
        {(state.isPending || (state.data && isFrozen === undefined)) && <SkeletonRows count={3} />}
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
        {state.data && !codes && isFrozen && (
          <>
            <p className="text-17 font-semibold text-t1">{t('security_pages.is_frozen')}</p>
            <p className="pt-1 pb-4 text-15 text-t2">{t('security_pages.frozen_two_step')}</p>
            <ButtonLink className="w-full" to={toPage('pages/setting/freeze')}>
              {t('security_pages.unfreeze')}
            </ButtonLink>
          </>
        )}
        {state.data && !codes && isFrozen === false && !state.data.isOn && (
          <SetUpSecondFactor
            hasPasskeys={state.data.passkeys > 0}
            onSet={(made) => {
              setCodes(made)
              void reload()
            }}
          />
        )}
        {state.data?.isOn && !codes && isFrozen === false && (
          <ManageSecondFactor
            state={state.data}
            onRenewed={(made) => {
              setCodes(made)
              void reload()
            }}
            onOff={reload}
          />
        )}
      </main>
    </SettingsFrame>
  )
}
