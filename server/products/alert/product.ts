import * as calls from '#domain/alert/contract.ts'
import { assert, refusal } from '#domain/errors.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import type { MarketData, Product } from '../product.ts'
import { alertView, setAlert } from './service.ts'
import { alertsReached } from './source.ts'
import { deleteAlert, forgetAlerts, listAlerts } from './store.ts'

/** Price alerts: told once, by a notice. */
export const alert: Product = {
  name: 'alert',
  endpoints: calls.alertEndpoints,
  keeps: [calls.alerts],
  forget: forgetAlerts,
  notices: { sources: [alertsReached] },
  testing: () => import('./testing.ts').then(({ alertTesting }) => alertTesting),
  open: ({ markets }) => ({ routes: alertRoutes(markets) }),
}

const alertRoutes = (markets: MarketData): Route[] => [
  route(calls.alerts, async ({ symbol }, { db, customer }) => {
    const rows = await listAlerts(db, customer.id, symbol)
    return { items: rows.flatMap((row) => alertView(row) ?? []) }
  }),
  moneyRoute(calls.addAlert, async (draft, { clock, customer }, tx) => {
    const row = await setAlert(tx, markets, { ...draft, customer: customer.id }, clock.nowMs())
    const view = alertView(row)
    assert(view, 'an alert that was just set has its instrument')
    return view
  }),
  route(calls.removeAlert, async ({ id }, { db, customer }) => {
    if (!(await deleteAlert(db, customer.id, id))) throw refusal('NOT_FOUND')
    return { done: true as const }
  }),
]
