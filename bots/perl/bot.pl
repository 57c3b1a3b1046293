#!/usr/bin/perl
# Plays through the bridge: one JSON line comes in, one index goes out. Your idea goes into choose().
use strict;
use warnings;
use JSON::PP   qw(decode_json);
use List::Util qw(reduce);

$| = 1;    # every answer goes out at once

# What the rules think of an action of IKI, by its first word; what is not here is worth 0.
my %worth = (
    foreman_build => 9,
    buy_fish      => 8,
    buy_tobacco   => 7,
    recruit       => 6,
    income        => 6,
    trade         => 5,
    buy_pipe      => 4,
    buy_koban     => 3,
    watch         => 3,
    save          => 3,
    foreman_rice  => 2,
    build         => 2,
    end           => 1,
    stop          => 1,
);

# The index of the action to play: IKI by a few rules, other games at random.
sub choose {
    my ($decision) = @_;
    my @legal = @{ $decision->{legal} };
    return int rand @legal if $decision->{game} ne 'iki';
    my @value = map { rate( $_, $decision->{view}, $decision->{seat} ) + rand } @legal;    # chance breaks ties
    return reduce { $value[$a] >= $value[$b] ? $a : $b } 0 .. $#legal;
}

# Reads the position: feed the artisans (who have a level), recruit no one too late, and place new ones beside your own.
sub rate {
    my ( $action, $view, $seat ) = @_;
    my ( $verb, $object ) = split / /, $action;
    my @mine     = grep { defined $_->{owner} && $_->{owner} == $seat } @{ $view->{rooms} };
    my $artisans = grep { defined $_->{level} } @mine;
    my $hungry   = $view->{players}[$seat]{rice} < $artisans;
    return 8 if $hungry            && ( $verb eq 'buy_rice_pair' || $verb eq 'foreman_rice' );
    return 0 if $verb eq 'recruit' && $view->{month} >= 10;
    return scalar grep { substr( $_->{room}, 0, 2 ) eq substr $object, 0, 2 } @mine if $verb eq 'place';
    return $worth{$verb} // 0;
}

while ( my $line = <STDIN> ) {
    print choose( decode_json($line) ), "\n";
}
