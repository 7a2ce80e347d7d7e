import type { Messages } from './messages.ts'

export const xp: Messages = {
  PARAMETER_ERROR: 'Error de parámetro: {field}',
  BODY_TOO_LARGE: 'La solicitud es demasiado grande',
  NOT_FOUND: 'No encontrado',
  METHOD_NOT_ALLOWED: 'Esta llamada no admite ese método',
  SESSION_EXPIRED: 'Inicia sesión primero',
  KYC_REQUIRED: 'Completa la verificación de identidad',
  TOO_MANY_REQUESTS: 'Demasiados intentos. Vuelve a intentarlo en {seconds} s',
  SERVICE_UNAVAILABLE:
    'El servicio no está disponible por un momento. Inténtalo de nuevo; nada se hace dos veces',
  INTERNAL: 'Algo falló por nuestra parte. No se hizo nada. Referencia {reference}',
  IDEMPOTENCY_KEY_REUSED: 'Esta solicitud ya se envió con otro contenido',
  INSUFFICIENT_BALANCE: 'Saldo disponible insuficiente',
  AMOUNT_INVALID: 'Introduce un importe correcto',
  AMOUNT_TOO_PRECISE: '{currency} admite como máximo {decimals} decimales',
  AMOUNT_TOO_SMALL: 'El mínimo es {minimum} {currency}',
  AMOUNT_TOO_LARGE: 'El máximo es {maximum} {currency}',
  CURRENCY_UNKNOWN: 'Esta moneda no está disponible',
  INSTRUMENT_UNKNOWN: 'Este instrumento no está disponible',
}
