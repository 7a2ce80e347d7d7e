import { IonApp, IonRouterOutlet, setupIonicReact } from '@ionic/react'
import { IonReactHashRouter } from '@ionic/react-router'
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Navigate, Route } from 'react-router-dom'
import { startPages } from '../shared/start.ts'
import './look.ts'

/** The market and the ticket on Ionic React: each page lazy, the first quotes asked for beside it. */
const { Market, Trade } = startPages({
  market: () => import('./market.tsx'),
  trade: () => import('./trade.tsx'),
})

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
