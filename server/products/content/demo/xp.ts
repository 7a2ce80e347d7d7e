import type { DemoContent } from './content.ts'

export const xp: DemoContent = {
  faq: {
    register: [
      '¿Cómo abro una cuenta?',
      'Elige **Crear cuenta**, introduce tu correo o tu número de móvil y escribe el código de 6 dígitos que te enviamos. Después elige una contraseña de al menos 6 caracteres con letras y dígitos. También puedes entrar con un monedero cripto o una llave de acceso.',
    ],
    verify: [
      '¿Por qué debo verificar mi identidad?',
      'Sin verificación puedes ver precios, depositar, operar en spot y usar depósitos a plazo. La verificación básica abre retiros, contratos, opciones por segundos, copy trading y más; la avanzada abre préstamos y límites más altos. En [Verificación](pages/StartVerification/StartVerification) ves qué abre cada nivel y qué falta.',
    ],
    password: [
      'He olvidado mi contraseña. ¿Qué hago?',
      'Elige **¿Olvidaste tu contraseña?** al iniciar sesión y escribe el código que enviamos a tu correo o móvil. Tras cambiar la contraseña, los retiros se pausan 24 horas para protegerte.',
    ],
    two_step: [
      '¿Cómo protejo mi cuenta?',
      'En [Seguridad](pages/setting/security) puedes añadir una app de autenticación o una llave de acceso, crear una contraseña de pago, ver tus sesiones y cerrar cualquiera. También puedes congelar la cuenta de inmediato.',
    ],
    language: [
      '¿Cómo cambio el idioma o la moneda de visualización?',
      'En [Ajustes](pages/setting/setting). La app está disponible en siete idiomas. La moneda de visualización solo cambia cómo se muestran los valores, no lo que tienes.',
    ],
    deposit: [
      '¿Cómo deposito cripto?',
      'Abre [Depositar](pages/fund/select), elige la moneda y después la red, y envía a la dirección que se muestra. El depósito se acredita tras las confirmaciones que allí se indican, que puedes seguir en directo. Elige siempre la red que usa quien envía.',
    ],
    deposit_missing: [
      'Mi depósito no ha llegado. ¿Por qué?',
      'Mira primero [los registros](pages/fund/assets_all_record): muestran cuántas confirmaciones faltan. Los importes por debajo del mínimo y las monedas enviadas por otra red no se acreditan automáticamente. Guarda el hash de la transacción: hace falta para encontrar el pago.',
    ],
    bank: [
      '¿Puedo depositar por transferencia bancaria?',
      'Sí. Elige la transferencia bancaria en [Depositar](pages/fund/select), envía el dinero desde una cuenta a tu nombre e indica la referencia que se muestra. Dos operadores comparan el pago con tu solicitud antes de acreditarlo.',
    ],
    withdraw: [
      '¿Cómo retiro?',
      'Guarda primero la dirección y abre [Retirar](pages/fund/withdraw). Antes de confirmar ves la comisión, el mínimo y lo que llega; la comisión se descuenta del importe. Necesitas la verificación básica y una contraseña de pago. El primer retiro y los grandes los revisan dos operadores.',
    ],
    withdraw_paused: [
      '¿Por qué están en pausa mis retiros?',
      'Tras cambiar la contraseña, la contraseña de pago, el contacto o el segundo factor, o añadir una tarjeta o una dirección, el dinero no puede salir durante 24 horas. Si el cambio lo hizo otra persona, tienes tiempo para impedirlo. La página de retiros muestra cuándo termina la pausa.',
    ],
    fees: [
      '¿Cuánto cuesta?',
      'Cada comisión se muestra antes de confirmar y figura en su propia línea del [extracto](pages/setting/bill). Los depósitos de cripto y las transferencias entre tus cuentas son gratis. Ninguna comisión se esconde en un precio.',
    ],
    convert: [
      '¿Cómo funciona la conversión?',
      'Recibes una cotización firme que se mantiene 10 segundos, con la comisión aparte. [Convertir](pages/fund/transfer) usa el precio de mercado registrado, y el comprobante indica cuál fue.',
    ],
    spot: [
      '¿Qué es el trading spot?',
      'Compras o vendes una moneda por otra a los mejores precios del libro de órdenes. Una orden límite espera tu precio; hasta que se ejecuta, su dinero queda retenido y puedes cancelarla cuando quieras.',
    ],
    contract: [
      '¿Qué son los contratos?',
      'Con un contrato operas un precio sin tener el activo. Aportas un margen, y el apalancamiento multiplica ganancias y pérdidas. La mayoría de los clientes puede perder dinero con ellos: lee el aviso de riesgo y prueba primero con importes pequeños.',
    ],
    liquidation: [
      '¿Cuándo se liquida una posición?',
      'Cuando el precio de marca llega al precio de liquidación que muestra la posición. Ese precio ya incluye el spread y la comisión de cierre. No puedes perder más que el margen de la posición; si añades margen, el precio de liquidación se aleja.',
    ],
    seconds: [
      '¿Qué es una opción por segundos?',
      'Dices si un precio será más alto o más bajo después de 60 a 300 segundos. El pago y la pérdida máxima se muestran antes de confirmar. Sin un precio válido al inicio o al final, la orden se anula y el importe vuelve. Puedes fijar un límite de pérdidas o autoexcluirte.',
    ],
    price: [
      '¿De dónde vienen los precios?',
      'Cada precio se escribe en un registro de precios firmado antes de decidir nada con él. El comprobante indica los ticks que decidieron tu operación, y puedes [verificarlas](pages/verify/tape) en tu propio navegador.',
    ],
    copy: [
      '¿Cómo funciona el copy trading?',
      'Eliges un trader líder y un importe fijo o una proporción. Sus nuevas posiciones se copian a los mismos precios que obtienen los demás. La página muestra lo que ganaron de verdad los seguidores, la mayor caída y el número de días. Los resultados pasados no dicen nada seguro sobre el futuro.',
    ],
    savings: [
      '¿Puedo rescatar mi ahorro antes de tiempo?',
      'Un depósito a plazo puede rescatarse antes con una penalización que se muestra antes de confirmar, junto con lo que recibes. Al vencimiento, el capital y los intereses se pagan automáticamente.',
    ],
    dual: [
      '¿Qué es la inversión dual?',
      'Ganas un rendimiento fijo y cobras en una de dos monedas, según el precio del día de liquidación. Ambos resultados se muestran en dinero antes de confirmar. No es un depósito: puedes cobrar en la moneda que ha perdido valor.',
    ],
    ieo: [
      '¿Cómo se reparten los tokens de una venta de nuevos tokens?',
      'En la suscripción, cada cliente recibe la misma parte de lo que pidió, redondeada hacia abajo a tokens enteros; los sobrantes van a los restos mayores. El resto de tu dinero vuelve de inmediato. Cualquiera puede recalcular el reparto con la lista publicada.',
    ],
    loan: [
      '¿Cuánto cuesta un préstamo?',
      'Las primeras 24 horas son gratis. Después se cobra interés por cada día comenzado, a la tasa diaria que indica el contrato. El total a pagar y el vencimiento se muestran antes de solicitarlo. Los préstamos requieren la verificación avanzada.',
    ],
    check: [
      '¿Cómo compruebo que mi saldo está realmente ahí?',
      'Abre [Verificar mi saldo](pages/verify/balance). La plataforma publica la suma de todo lo que debe a sus clientes, y tu navegador comprueba que tu saldo está incluido.',
    ],
    operators: [
      '¿Qué pueden hacer los operadores de la plataforma?',
      '[La lista de todas sus facultades](pages/setting/powers) se genera desde el propio programa. Ningún operador puede fijar un precio ni un resultado. Lo que mueve dinero o cambia condiciones requiere dos personas distintas.',
    ],
    stolen: [
      'Otra persona ha entrado en mi cuenta. ¿Qué hago?',
      'Congela la cuenta en [Seguridad](pages/setting/security): así no se mueve dinero. Cierra todas las sesiones, cambia la contraseña y escribe a [soporte](pages/kefu/index). Nunca pedimos tu contraseña, un código ni la frase de recuperación de un monedero.',
    ],
  },
  pages: {
    about: [
      'Sobre Plumb',
      `Plumb es un exchange que el cliente puede comprobar. Cada precio queda registrado y cada céntimo está justificado.

# Qué significa

- Los precios se escriben en un registro firmado antes de decidir nada con ellos.
- Cada movimiento de dinero es un asiento de un libro mayor, con su contrapartida. Tu [extracto](pages/setting/bill) muestra todos los tuyos.
- Lo que puede hacer un operador [se publica entero](pages/setting/powers). Ningún operador puede fijar un precio ni un resultado.
- Lo que se decidió para ti lleva un comprobante que tu propio navegador puede [verificar](pages/verify/tape).

# Quién está al otro lado

Las órdenes spot se cruzan con las de otros clientes en un libro de órdenes. En los contratos y las opciones por segundos la contraparte es la plataforma, con fondos reservados para ello. En los contratos, 1 USD vale 1 USDT por definición.

# Límites

En una demostración los precios pueden venir de una sola fuente y los saldos son dinero ficticio. Los NFT y los resultados de juegos son registros de esta plataforma, no de una cadena pública. El registro de precios aún no tiene testigos externos.`,
    ],
    contact: [
      'Contacto',
      `# Soporte

Escríbenos en el [chat de soporte](pages/kefu/index) o consulta antes las [preguntas frecuentes](pages/common/faq).

# Lo que nunca hacemos

- Nunca pedimos tu contraseña, tu contraseña de pago, un código de 6 dígitos ni la frase de recuperación de un monedero.
- Nunca llamamos para que envíes dinero «a una cuenta segura».
- Nuestros correos llevan la frase que elegiste en [Seguridad](pages/setting/security). Un correo sin ella no es nuestro.

# Informar de un problema de seguridad

Descríbelo en el chat de soporte y empieza con la palabra **Security**. Danos tiempo para arreglarlo antes de publicarlo.

Esto es una demostración: no responde ninguna empresa y no se mueve dinero real.`,
    ],
    compliance: [
      'Operaciones y cumplimiento',
      `# Quién puede usar qué

Los servicios se abren según el nivel de verificación: sin ella, con la básica y con la avanzada. Los clientes deben tener al menos 18 años. Algunos productos no se ofrecen en todos los países.

# Controles

- Cada persona tiene una cuenta; cada número de documento pertenece a una sola cuenta.
- Los depósitos deben venir del cliente y los retiros deben ir al cliente. Un pago con otro nombre se devuelve.
- Se rechazan las direcciones de listas de sanciones.
- Los documentos se guardan cifrados. Solo los ve quien revisa el caso, y cada consulta queda registrada.

# El dinero de los clientes

El dinero de los clientes y el de la plataforma están en cuentas separadas del libro mayor. La plataforma publica periódicamente la suma de lo que debe, y [cada cliente puede comprobar](pages/verify/balance) que su saldo está incluido.

# Decisiones

Dos personas distintas deciden todo lo que mueve dinero, cambia condiciones o publica un texto como este. Cada decisión queda registrada.

# Riesgo

Los precios de los criptoactivos pueden cambiar rápidamente. Con contratos y opciones por segundos puedes perder todo lo invertido. No uses dinero que necesites. Puedes ponerte límites o autoexcluirte.

# Reclamaciones

Escribe a [soporte](pages/kefu/index). Si no estás de acuerdo con la respuesta, pide que la revise una segunda persona.

Esto es una demostración. No es un servicio financiero autorizado.`,
    ],
  },
  settings: {
    deposit_notice: [
      'Depósitos',
      'Envía solo la moneda indicada por la red indicada. Los depósitos por debajo del mínimo no se acreditan. Los demás se acreditan tras las confirmaciones indicadas.',
    ],
    withdraw_notice: [
      'Retiros',
      'Compara la dirección completa antes de confirmar: una transacción no puede deshacerse. La comisión se descuenta del importe. Nadie de soporte te pide que retires fondos.',
    ],
    wire_guide: [
      'Transferencia bancaria',
      'Paga desde una cuenta a tu nombre y escribe tu referencia como concepto. Una transferencia con otro nombre no se acredita hasta que esté claro que es tuya, y puede devolverse.',
    ],
    loan_rule: [
      'Préstamos',
      'Las primeras 24 horas son gratis; después, cada día comenzado se cobra a la tasa diaria de tu contrato, y a la tasa de mora tras el vencimiento. Solo puede retirarse dinero por encima de lo que se debe.',
    ],
    risk_notice: [
      'Riesgo',
      'Los precios pueden cambiar rápidamente y puedes perder todo lo invertido. El apalancamiento multiplica las pérdidas. Los resultados pasados no son una promesa.',
    ],
  },
  news: {
    check: [
      'Comprueba tu saldo por ti mismo',
      'Tu navegador ya puede comprobar que tu saldo forma parte de lo que la plataforma dice deber a todos sus clientes. Tarda unos segundos.\n\n[Comprobar ahora](pages/verify/balance)',
    ],
    fees: [
      'Cada comisión, en su propia línea',
      'Cada comisión figura ahora en su propia línea del [extracto](pages/setting/bill), junto a la operación a la que pertenece. Ninguna comisión forma parte de un precio.\n\n- Filtra el extracto por tipo para ver solo las comisiones.\n- Guárdalo como archivo CSV.',
    ],
    welcome: [
      'Te damos la bienvenida a Plumb',
      'Esto es una demostración con dinero ficticio. Prueba lo que quieras: aquí nada cuesta dinero.\n\n- Empieza por los [mercados](pages/market/market).\n- Lee [cómo funciona](pages/common/aboutus).\n- Consulta las [preguntas frecuentes](pages/common/faq).',
    ],
  },
}
