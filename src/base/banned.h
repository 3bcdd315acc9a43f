/* banned.h - functions that this program does without; included before every file.
 *
 * strcpy, strcat, sprintf and gets know no bounds; atoi and atof know no errors;
 * strtok keeps state; system and popen start a shell.  Use base/arena.h, base/buf.h,
 * snprintf and doc/tree.h.
 */
#ifndef BASE_BANNED_H
#define BASE_BANNED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef strcpy
#undef strcat
#undef sprintf
#undef gets
#undef atoi
#undef atof
#undef strtok
#undef system
#undef popen

#define strcpy  strcpy_is_banned
#define strcat  strcat_is_banned
#define sprintf sprintf_is_banned
#define gets    gets_is_banned
#define atoi    atoi_is_banned
#define atof    atof_is_banned
#define strtok  strtok_is_banned
#define system  system_is_banned
#define popen   popen_is_banned

#endif
