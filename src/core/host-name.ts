/** A name or an IPv4 address of a machine, without scheme and port. */
export const HOST_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?$/;

/** The address that means every interface. A client cannot call it, but it makes the emulator listen on all of them. */
export const EVERY_INTERFACE = '0.0.0.0';
