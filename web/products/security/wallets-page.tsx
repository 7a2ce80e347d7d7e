import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { secondFactor } from '#domain/user/second-factor.ts'
import { signInWallets } from '#domain/user/wallet-sign-in.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toast } from '#web/app/toast.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { hasFactor } from '#web/features/access/has-factor.ts'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { isoDate } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { LinkWallet } from './link-wallet.tsx'
import { RemoveWallet } from './remove-wallet.tsx'

/** The crypto wallets that sign in to the account: link one, remove one. */
export default function WalletsPage() {
  const { t } = useTexts()
  const queries = useQueryClient()
  const list = useApiQuery(signInWallets, {})
  const factor = useApiQuery(secondFactor, {})
  const asksFactor = factor.data !== undefined && hasFactor(factor.data)
  const [removed, setRemoved] = useState<string>()

  async function changed(text: string): Promise<void> {
    toast(text)
    await queries.invalidateQueries({ queryKey: [signInWallets.path] })
  }

  return (
    <SettingsFrame>
      <AppBar title={t('profile.sign_in_wallets')} />
      <main className="gutter max-w-140 pt-2 pb-8">
        {list.isError && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {factor.isError && !factor.data && (
          <ErrorState error={factor.error} onRetry={() => void factor.refetch()} />
        )}
        {(list.isPending || factor.isPending) && <SkeletonRows count={2} />}
        {list.data && factor.data && (
          <>
            <p className="pb-2 text-15 text-t2">{t('sign_in_wallet_pages.wallets_why')}</p>
            {list.data.items.length === 0 && (
              <p className="py-4 text-13 text-t3">{t('sign_in_wallet_pages.no_wallets')}</p>
            )}
            <ul>
              {list.data.items.map(({ address, linkedAtMs }) => (
                <li key={address} className="hairline flex min-h-15 items-center gap-3 py-2">
                  <div className="min-w-0 flex-1">
                    <p className="figures break-all text-15">{address}</p>
                    <p className="text-12 text-t2">
                      {t('sign_in_wallet_pages.linked_on', { date: isoDate(linkedAtMs) })}
                    </p>
                  </div>
                  <button
                    type="button"
                    onClick={() => setRemoved(address)}
                    aria-label={t('sign_in_wallet_pages.remove_of', { address })}
                    className="target press text-13 font-semibold text-t1 underline decoration-line2 underline-offset-4"
                  >
                    {t('sign_in_wallet_pages.remove')}
                  </button>
                </li>
              ))}
            </ul>
            <LinkWallet asksFactor={asksFactor} onLinked={() => changed(t('sign_in_wallet_pages.linked'))} />
            {removed && (
              <RemoveWallet
                address={removed}
                asksFactor={asksFactor}
                onClose={() => setRemoved(undefined)}
                onRemoved={() => changed(t('sign_in_wallet_pages.removed'))}
              />
            )}
          </>
        )}
      </main>
    </SettingsFrame>
  )
}
