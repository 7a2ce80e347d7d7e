import { profile } from '#domain/user/contract.ts'
import { http } from '#web/app/api.ts'
import { type SignInWallet, signIn, signOut, useClient } from '#web/app/client-state.ts'

/**
 * Takes a new token into use: asks who it belongs to and keeps both, and the wallet by which they came.
 *
 * Refuses: by throwing `ApiError`; then nobody is signed in.
 */
export async function enter(token: string, wallet?: SignInWallet): Promise<void> {
  useClient.setState({ token })
  try {
    const me = await http.request(profile, {})
    const name = me.nickname ?? me.email ?? me.mobile ?? me.uid
    signIn(token, { uid: me.uid, name }, me.isDemo, wallet)
  } catch (error) {
    signOut()
    throw error
  }
}

/**
 * Where somebody goes after signing in: the page they came from, else home.
 *
 * Refuses: (by going home) anything that is not a page of this app, so that no link can lead elsewhere.
 */
export const returnAddress = (from: string | null): string =>
  from && /^\/pages\/(?!common\/(login|register))[\w/?=&.%-]+$/.test(from) ? from : '/'
