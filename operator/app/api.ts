import type { TransportError } from '#web/app/api-error.ts'
import { createHttpClient } from '#web/app/http-client.ts'
import { t } from '../texts.ts'
import { endSession, useSession } from './session.ts'

/** The console's HTTP client; 999 also ends the session. */
export const http = createHttpClient({
  basePath: '/api',
  token: () => useSession.getState().token,
  commonFields: () => ({ lang: 'en' }),
  transportText,
  onSessionEnd() {
    if (useSession.getState().token !== undefined) endSession(true)
  },
})

function transportText(code: TransportError): string {
  if (code === 'OFFLINE') return t('common.not_sent')
  return code === 'NETWORK' ? t('common.offline') : t('common.no_answer')
}
