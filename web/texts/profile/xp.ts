import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const xp: Translation<typeof en> = {
  title: 'Datos personales',
  change_picture: 'Cambiar foto',
  copy_uid: 'Copiar UID',
  copied: 'Copiado',
  nickname: 'Apodo',
  nickname_note: 'De 2 a 10 letras o cifras.',
  signature: 'Firma',
  signature_note: 'De 2 a 30 caracteres, junto a tu nombre donde otros lo ven.',
  not_set: 'Sin definir',
  customer_since: 'Cliente desde',
  save: 'Guardar',
  security: 'Seguridad',
  login_password: 'Contraseña de acceso',
  change: 'Cambiar',
  add: 'Añadir',
  bind_email: 'Correo electrónico',
  bind_mobile: 'Número de móvil',
  bind_note: 'Le enviamos un código. Tu contraseña confirma el cambio.',
  contact_saved: 'Guardado',
  sessions: 'Dónde tienes la sesión abierta',
  this_device: 'Este dispositivo',
  end_session: 'Cerrar sesión',
  end_session_of: 'Cerrar sesión en {device}',
  end_all: 'Cerrar las demás sesiones',
}
