import { IonApp, IonRouterOutlet, setupIonicReact } from '@ionic/react'
import { IonReactHashRouter } from '@ionic/react-router'
import { lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Navigate, Route } from 'react-router-dom'
import { askQuotes, connect } from '../shared/exchange.ts'
import './look.ts'

/** The market and the ticket on Ionic React: each page lazy, the first quotes asked for beside it. */
const pages = { market: () => import('./market.tsx'), trade: () => import('./trade.tsx') }
const isTrade = location.hash.startsWith('#/trade')
void askQuotes()
void (isTrade ? pages.trade() : pages.market()).then(() => setTimeout(connect))
const Market = lazy(pages.market)
const Trade = lazy(pages.trade)

setupIonicReact({ mode: 'md' })
createRoot(document.getElementById('app')!).render(
  <IonApp>
    <IonReactHashRouter>
      <Suspense>
        <IonRouterOutlet>
          <Route path="/market" element={<Market />} />
          <Route path="/trade" element={<Trade />} />
          <Route path="/" element={<Navigate to="/market" replace />} />
        </IonRouterOutlet>
      </Suspense>
    </IonReactHashRouter>
  </IonApp>,
)
