// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Wallet} from "../contracts/Wallet.sol";
import {WalletFactory} from "../contracts/WalletFactory.sol";
import {Fixture} from "./support/Fixture.sol";

contract OpenFactory is WalletFactory {
    function open(bytes32 salt) external returns (Wallet) {
        return _wallet(salt);
    }
}

contract WalletFactoryTest is Fixture {
    OpenFactory private factory;

    function setUp() public override {
        super.setUp();
        factory = new OpenFactory();
    }

    function testTreasuryStandsFromTheBeginning() public view {
        vm.assertEq(factory.TREASURY(), 0);
        vm.assertEq(factory.walletOf(0).codehash, factory.walletCodeHash());
    }

    function testFuzzDeploysWhereItSaid(bytes32 salt) public {
        vm.assume(salt != 0);
        address foreseen = factory.walletOf(salt);
        vm.assertEq(foreseen.code.length, 0);
        vm.expectEmit(address(factory));
        emit WalletFactory.WalletDeployed(salt, foreseen);
        vm.assertEq(address(factory.open(salt)), foreseen);
        vm.assertEq(foreseen.codehash, factory.walletCodeHash());
        vm.assertEq(address(factory.open(salt)), foreseen);
    }

    /// @dev The rule by which others compute the address without asking us.
    function testFuzzAddressFollowsFromTheSalt(bytes32 salt) public view {
        bytes memory creation = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", factory.walletImplementation(), hex"5af43d82803e903d91602b57fd5bf3"
        );
        bytes32 hash = keccak256(abi.encodePacked(bytes1(0xff), address(factory), salt, keccak256(creation)));
        vm.assertEq(factory.walletOf(salt), address(uint160(uint256(hash))));
    }

    function testFuzzSaltsHaveWalletsOfTheirOwn(bytes32 one, bytes32 other) public view {
        vm.assume(one != other);
        vm.assertNotEq(factory.walletOf(one), factory.walletOf(other));
        vm.assertNotEq(factory.walletOf(one), settlement.walletOf(one));
    }
}
