import { MutationCache, QueryClient } from '@tanstack/react-query'
import type { TransportError } from '#web/app/api-error.ts'
import { createHttpClient } from '#web/app/http-client.ts'
import { toast } from '#web/app/toast.ts'
import { t } from '../texts.ts'
import { watched } from './connection.ts'
import { endSession, useSession } from './session.ts'
import { LOGGED } from './use-logged-look.ts'

/** What the console has asked, with its answers. */
export const queries: QueryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 2_000 }, mutations: { retry: false } },
  mutationCache: new MutationCache({ onSettled: () => askAgain() }),
})

/** Asks for everything shown again, since one decision shows on several pages; not for what is logged with every look. */
const askAgain = () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== LOGGED })

/** The console's HTTP client; 999 also ends the session. When the server is back all that is shown is asked again. */
export const http = watched(
  createHttpClient({
    basePath: '/api',
    token: () => useSession.getState().token,
    commonFields: () => ({ lang: 'en' }),
    transportText,
    onSessionEnd() {
      if (useSession.getState().token !== undefined) endSession(true)
    },
  }),
  () => {
    toast(t('shell.connected'))
    void askAgain()
  },
)

function transportText(code: TransportError): string {
  if (code === 'OFFLINE') return t('common.not_sent')
  return code === 'NETWORK' ? t('common.offline') : t('common.no_answer')
}
