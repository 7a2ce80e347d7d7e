import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useSignedIn } from './client-state.ts'
import { REDIRECT_DELAY_MS } from './navigate.ts'
import { toPage } from './page-list.ts'
import { toast } from './toast.ts'

/** Shows a protected page to a customer; a visitor is told to sign in and led there after 1.2 s. */
export function NeedsSignIn({ children }: { children: ReactNode }) {
  const isSignedIn = useSignedIn()
  return isSignedIn ? children : <SignInFirst />
}

function SignInFirst() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const login = toPage('pages/common/login', { from: pathname + search })

  useEffect(() => {
    toast(t('common.please_login'))
    const timer = setTimeout(() => navigate(login, { replace: true }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [navigate, login, t])

  return (
    <main>
      <EmptyState title={t('common.please_login')} action={{ label: t('common.sign_in'), to: login }} />
    </main>
  )
}
